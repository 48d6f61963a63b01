//! The program: everything is in [`tinghu::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    tinghu::cli::main()
}
