use std::process::ExitCode;

fn main() -> ExitCode {
    tracing_subscriber::fmt().with_writer(std::io::stderr).init();
    tinghu::cli::run().unwrap_or_else(|error| {
        eprintln!("tinghu: {error:#}");
        ExitCode::from(2)
    })
}
