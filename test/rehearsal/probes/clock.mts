/** Asks once, then says how often its clock has ticked, every 20 milliseconds, whenever it is asked. */
let ticks = 0;
setInterval(() => {
  ticks += 1;
}, 20);

const tell = (path: string) => fetch(`http://127.0.0.1:9001/${path}`).then((answer) => answer.text());

await tell('begun');
while ((await tell(`${ticks}`)) !== 'end');
process.exit();
