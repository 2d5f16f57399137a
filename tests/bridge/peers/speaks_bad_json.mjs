// Good frames around text that is no JSON; the process stays.
process.stdout.write("Content-Length: 9\r\n\r\nnot json!");
process.stdin.resume();
