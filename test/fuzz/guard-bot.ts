import { Socket } from 'node:net'
import '../soak/weigh-what-is-held.ts'

// Loaded into a bot before anything else: whatever an address has become, nothing leaves the machine.

const { connect } = Socket.prototype

Socket.prototype.connect = function (this: Socket, ...given: unknown[]) {
  const [options] = given.flat()
  const host = typeof options === 'object' && options !== null && 'host' in options ? options.host : undefined
  if (host && !['127.0.0.1', 'localhost', '::1'].includes(`${host}`)) return this.destroy(new Error('Not on loopback'))
  return Reflect.apply(connect, this, given)
}
