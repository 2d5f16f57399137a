// A stray print where frames belong; the process stays.
process.stdout.write("Warning: something is deprecated\r\n\r\n");
process.stdin.resume();
