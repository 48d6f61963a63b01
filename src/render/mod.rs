//! Views to pixels, pure CPU.
