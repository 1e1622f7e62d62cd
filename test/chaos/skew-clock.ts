// Loaded into a process before anything else: its wall clock is then off by this much for everything in it. What measures
// durations stays correct, as on a real machine.

const skewMs = Number(process.env.CLOCK_SKEW_MS)
const RightDate = Date
const nowMs = () => RightDate.now() + skewMs

globalThis.Date = new Proxy(RightDate, {
  apply: () => new RightDate(nowMs()).toString(),
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [nowMs()] : args, newTarget),
  get: (target, key) => (key === 'now' ? nowMs : Reflect.get(target, key))
})
RightDate.prototype.constructor = globalThis.Date
const { timeOrigin } = performance
Object.defineProperty(performance, 'timeOrigin', { get: () => timeOrigin + skewMs })
