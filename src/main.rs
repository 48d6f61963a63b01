use std::process::ExitCode;

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() != Some("check") {
        return ExitCode::FAILURE;
    }
    match tinghu::cli::check::run(std::io::stdin().lock(), std::io::stdout().lock()) {
        Ok(false) => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}
