import { outageWorld } from './unit/monitor/simulator/outage-world.ts';
const [seed, days] = process.argv.slice(2).map(Number);
const t = performance.now();
try { const w = await outageWorld(seed!, days!);
console.log(w.outages.length, w.alerts.length, w.twice, Object.entries(Object.groupBy(w.alerts, a=>`${a.event} ${a.kind}`)).map(([k,v])=>[k,v!.length]));
} catch (e) { console.log(String((e as Error).message)); }
console.log(Math.round(performance.now()-t));
