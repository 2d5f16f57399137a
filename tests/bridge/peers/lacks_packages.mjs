// A Python whose packages went: says so and ends.
console.error("ModuleNotFoundError: No module named 'jsonrpcserver'");
process.exitCode = 1;
