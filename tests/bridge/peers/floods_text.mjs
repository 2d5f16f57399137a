// One line of text without end, where frames belong.
const pour = () => {
  while (process.stdout.write("x".repeat(65536)));
  process.stdout.once("drain", pour);
};
pour();
