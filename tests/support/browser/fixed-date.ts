// Loaded before the server's own code: the data of the demo and every text with a time are then the same in each run.
const time = Date.parse(process.env.FIXED_DATE ?? '2026-11-23T12:14:00Z')

globalThis.Date = new Proxy(Date, {
  construct: (target, given, actual) => Reflect.construct(target, given.length === 0 ? [time] : given, actual),
  get: (target, name) => (name === 'now' ? () => time : Reflect.get(target, name)),
})
