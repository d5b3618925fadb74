// Reads the archives of office files: members are listed and measured before any is unpacked, and none may exceed its
// declared size.
import { zipSync } from 'fflate'
import { inflateRawSync } from 'node:zlib'
import { broken, encrypted, tooLarge, unsupported } from './parse-errors.ts'
import { msg } from '@parlance/i18n/messages'

const MAX_MEMBERS = 10_000
const MAX_UNPACKED = 200_000_000
/** Office files compress thirtyfold at most, bombs a thousandfold. Small members do no harm. */
const MAX_RATIO = 200
const SMALL = 1_000_000

/** Libraries are quadratic in nesting depth; office programs stay below a hundred. */
const MAX_DEPTH = 1000
const [BANG, SLASH, QUESTION] = [33, 47, 63]

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50

export interface Member {
  readonly name: string
  readonly packed: number
  readonly size: number
  readonly method: number
  readonly secret: boolean
  readonly offset: number
}

export interface Archive {
  readonly members: ReadonlyMap<string, Member>
  /** At most the declared number of bytes; undefined when the member is missing. Throws a ParseError. */
  readonly read: (name: string) => Uint8Array | undefined
}

/** Throws a ParseError when the archive is damaged, too large, or has names that lead out of it. */
export function openZip(bytes: Uint8Array): Archive {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const members = new Map<string, Member>()
  let unpacked = 0
  for (const member of list(buffer)) {
    checkMember(member)
    unpacked += member.size
    if (unpacked > MAX_UNPACKED) throw tooLarge(msg('file_unpacks_too_large'))
    members.set(member.name, member)
  }
  return {
    members,
    read(name) {
      const member = members.get(name)
      return member && unpack(buffer, member)
    },
  }
}

export function readXml(archive: Archive, name: string): string {
  const bytes = archive.read(name)
  return bytes ? xmlOf(bytes) : ''
}

/** A new archive with only the chosen members, for libraries that unpack without limits. */
export function repack(archive: Archive, keep: (name: string) => boolean): Buffer {
  const files: Record<string, Uint8Array> = {}
  for (const name of archive.members.keys()) {
    if (!keep(name)) continue
    const bytes = archive.read(name) ?? new Uint8Array()
    if (/\.(?:xml|rels)$/i.test(name)) xmlOf(bytes)
    files[name] = bytes
  }
  const { buffer, byteOffset, byteLength } = zipSync(files, { level: 0 })
  return Buffer.from(buffer, byteOffset, byteLength)
}

/** Office files never declare entities; a file that does is an entity-expansion attack. */
function xmlOf(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const wide = (buffer[0] === 0xff && buffer[1] === 0xfe) || (buffer[0] === 0xfe && buffer[1] === 0xff)
  const text = wide
    ? new TextDecoder(buffer[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(buffer)
    : buffer.toString('utf8')
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw unsupported(msg('file_declares_entities'))
  if (depthOf(text) > MAX_DEPTH) throw tooLarge(msg('file_nested_too_deeply'))
  return text
}

/** Counts nesting without a parser, because it protects the parsers. */
function depthOf(xml: string): number {
  let depth = 0
  let deepest = 0
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at + 1)) {
    const next = xml.charCodeAt(at + 1)
    if (next === SLASH) depth -= 1
    else if (next !== BANG && next !== QUESTION) {
      const end = xml.indexOf('>', at)
      if (end < 0) break
      if (xml.charCodeAt(end - 1) !== SLASH) depth += 1
      deepest = Math.max(deepest, depth)
    }
  }
  return deepest
}

function* list(buffer: Buffer): Generator<Member> {
  const end = endOf(buffer)
  const count = buffer.readUInt16LE(end + 10)
  let at = buffer.readUInt32LE(end + 16)
  if (count > MAX_MEMBERS || (count === 0xffff && at === 0xffffffff)) throw tooLarge(msg('file_too_many_parts'))
  for (let n = 0; n < count; n += 1) {
    if (at + 46 > buffer.length || buffer.readUInt32LE(at) !== ENTRY) throw broken('file')
    const name = buffer.readUInt16LE(at + 28)
    const flags = buffer.readUInt16LE(at + 8)
    yield {
      name: buffer.toString(flags & 0x800 ? 'utf8' : 'latin1', at + 46, at + 46 + name),
      method: buffer.readUInt16LE(at + 10),
      packed: buffer.readUInt32LE(at + 20),
      size: buffer.readUInt32LE(at + 24),
      secret: (flags & 1) === 1,
      offset: buffer.readUInt32LE(at + 42),
    }
    at += 46 + name + buffer.readUInt16LE(at + 30) + buffer.readUInt16LE(at + 32)
  }
}

/** The end record is last, before a comment of at most 65,535 bytes. */
function endOf(buffer: Buffer): number {
  const from = Math.max(0, buffer.length - 22 - 65_535)
  for (let at = buffer.length - 22; at >= from; at -= 1) if (buffer.readUInt32LE(at) === END) return at
  throw broken('file')
}

function checkMember({ name, packed, size, secret }: Member): void {
  if (secret) throw encrypted('file')
  if (/^[/\\]|^[a-z]:|(?:^|[/\\])\.\.(?:[/\\]|$)|\0/i.test(name)) throw unsupported(msg('file_parts_lead_outside'))
  if (size > SMALL && size > Math.max(1, packed) * MAX_RATIO) throw tooLarge(msg('file_unpacks_out_of_proportion'))
}

function unpack(buffer: Buffer, member: Member): Uint8Array {
  const { offset, packed, size, method } = member
  if (offset + 30 > buffer.length || buffer.readUInt32LE(offset) !== LOCAL) throw broken('file')
  const from = offset + 30 + buffer.readUInt16LE(offset + 26) + buffer.readUInt16LE(offset + 28)
  const data = buffer.subarray(from, from + packed)
  if (data.length < packed) throw broken('file')
  if (method === 0) return data.subarray(0, size)
  if (method !== 8) throw unsupported(msg('file_packing_unknown'))
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(1, size) })
  } catch (cause) {
    throw broken('file', cause)
  }
}
