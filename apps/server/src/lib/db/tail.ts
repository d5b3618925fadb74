import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** The last bytes of a text file from the start of a line; '' when it cannot be read. */
export function tail(file: string, bytes: number): string {
  let fd: number | undefined
  try {
    fd = openSync(file, 'r')
    const { size } = fstatSync(fd)
    const buffer = Buffer.alloc(Math.min(bytes, size))
    readSync(fd, buffer, 0, buffer.length, size - buffer.length)
    const text = buffer.toString('utf8')
    return buffer.length < size ? text.slice(text.indexOf('\n') + 1) : text
  } catch {
    return ''
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}
