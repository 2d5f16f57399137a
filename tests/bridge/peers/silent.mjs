// Reads nothing, says nothing, and does not go when its input ends.
setInterval(() => {}, 1 << 30);
