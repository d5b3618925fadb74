import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'

/** With n trusted proxies, takes the n-th entry of X-Forwarded-For from the right, never one further left. */
export function clientIp(incoming: IncomingMessage, trustedProxies: number): string {
  const socket = plain(incoming.socket.remoteAddress ?? '')
  if (trustedProxies === 0) return socket
  const hops = String(incoming.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter(Boolean)
  return plain(hops.at(-trustedProxies) ?? socket)
}

const plain = (ip: string) => ip.replace(/^::ffff:(?=\d+\.)/, '')

/** Rate limit key of an address; IPv6 by its /64, which one customer has. */
export function limitKey(ip: string): string {
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = ip.split('::')
  const left = head.split(':').filter(Boolean)
  const full =
    tail === undefined
      ? left
      : [
          ...left,
          ...Array(Math.max(0, 8 - left.length - tail.split(':').filter(Boolean).length)).fill('0'),
          ...tail.split(':').filter(Boolean),
        ]
  return `${full.slice(0, 4).join(':')}::/64`
}

const LOCAL_HOST = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

/** True for requests from this machine. The Host header is checked against DNS rebinding. */
export function isLocal(incoming: IncomingMessage): boolean {
  const { host } = incoming.headers
  if (host !== undefined && !LOCAL_HOST.test(host)) return false
  const ip = plain(incoming.socket.remoteAddress ?? '')
  const forwarded = incoming.headers['x-forwarded-for'] ?? incoming.headers.forwarded ?? incoming.headers['x-real-ip']
  return forwarded === undefined && (ip === '::1' || ip.startsWith('127.'))
}
