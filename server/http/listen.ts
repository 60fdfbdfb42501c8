import type { AddressInfo, Server } from 'node:net'
import { ConfigError } from '../config.ts'
import { freePort } from '../processes/free-port.ts'

/**
 * Listens. @returns the port, which is another one than asked for when that was 0
 * @throws ConfigError when it is taken, naming the variable and a free port
 */
export function listen(
  server: Server,
  { host, port, variable }: { host: string; port: number; variable: string },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException): void => {
      const why = whyNot(error.code, host)
      if (!why) return reject(error)
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') return reject(new ConfigError(why))
      freePort(host).then(
        (free) =>
          reject(
            new ConfigError(`Port ${port} ${why}. Choose another one with ${variable}; ${free} is free.`),
          ),
        reject,
      )
    }
    server.once('error', failed)
    server.listen(port, host, () => {
      server.removeListener('error', failed)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

function whyNot(code: string | undefined, host: string): string | null {
  switch (code) {
    case 'EADDRINUSE':
      return 'is taken by another program'
    case 'EACCES':
      return 'needs more rights than this user has'
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `APPLIANCE_HOST is "${host}", which is no address of this machine.`
    default:
      return null
  }
}
