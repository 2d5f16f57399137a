// Like a Python without the sidecar's packages.
process.stderr.write("Traceback (most recent call last):\nModuleNotFoundError: No module named 'jsonrpcserver'\n");
process.exitCode = 1;
