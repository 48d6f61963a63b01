//! The store from outside: one suite over every ledger, and what only a database can get wrong.
mod fixture;
mod ledger;
mod opening;
mod projections;
mod records;
mod surfaces;
