/** What SEARCH finds, and what FETCH answers about a message. */
import { type Argument, BadCommand, inSet } from './command.ts'
import type { StoredMail } from './mailbox.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const DAY = /^(\d{1,2})-([A-Z][a-z]{2})-(\d{4})$/
const dayOf = (at: Date) => Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate())

function parseDay(text: string): number {
  const [, day = '', month = '', year = ''] = DAY.exec(text) ?? []
  if (!MONTHS.includes(month)) throw new BadCommand(`${text} is not a date`)
  return Date.UTC(Number(year), MONTHS.indexOf(month), Number(day))
}

/** Whether a mail fits all search keys. */
export function matches(mail: StoredMail, keys: readonly Argument[], largest: number): boolean {
  if (keys.length === 0) throw new BadCommand('a search needs a key')
  const words = keys.map((key) => {
    if (typeof key !== 'string') throw new BadCommand('this search key is not supported')
    return key
  })
  let fits = true
  for (let at = 0; at < words.length; at += 1) {
    const value = () => {
      at += 1
      return words[at] ?? ''
    }
    switch (words[at]?.toUpperCase()) {
      case 'ALL':
        break
      case 'UNSEEN':
        fits &&= !mail.flags.has('\\Seen')
        break
      case 'SEEN':
        fits &&= mail.flags.has('\\Seen')
        break
      case 'SINCE': {
        const since = parseDay(value())
        fits &&= dayOf(mail.at) >= since
        break
      }
      case 'UID': {
        const isIn = inSet(value(), largest)
        fits &&= isIn(mail.uid)
        break
      }
      default:
        throw new BadCommand(`${words[at]} is not a search key`)
    }
  }
  return fits
}

const two = (number: number) => String(number).padStart(2, '0')
const internalDate = (at: Date) =>
  `"${String(at.getUTCDate()).padStart(2, ' ')}-${MONTHS[at.getUTCMonth()]}-${at.getUTCFullYear()} ` +
  `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())} +0000"`

/** `BODY[…]` with its literal. Without PEEK the mail counts as read afterwards. */
function bodyOf(mail: StoredMail, item: string): Buffer {
  const [, peek, section = '', start, length] =
    /^BODY(\.PEEK)?\[(|HEADER)\](?:<(\d+)\.(\d+)>)?$/i.exec(item) ?? ([] as (string | undefined)[])
  if (!/^BODY(?:\.PEEK)?\[(?:HEADER)?\]/i.test(item)) throw new BadCommand(`${item} cannot be fetched`)
  const head = mail.raw.indexOf('\r\n\r\n')
  const whole = section === '' || head < 0 ? mail.raw : mail.raw.subarray(0, head + 4)
  const part = start === undefined ? whole : whole.subarray(Number(start), Number(start) + Number(length))
  if (!peek) mail.flags.add('\\Seen')
  const name = `BODY[${section.toUpperCase()}]${start === undefined ? '' : `<${start}>`}`
  return Buffer.concat([Buffer.from(`${name} {${part.length}}\r\n`), part])
}

/** The untagged FETCH response of a mail. */
export function fetchItems(number: number, mail: StoredMail, asked: Argument | undefined): Buffer {
  if (asked === undefined) throw new BadCommand('FETCH needs items')
  const items = [asked].flat().map((item) => {
    if (typeof item !== 'string') throw new BadCommand('items of FETCH are atoms')
    switch (item.toUpperCase()) {
      case 'UID':
        return Buffer.from(`UID ${mail.uid}`)
      case 'FLAGS':
        return Buffer.from(`FLAGS (${[...mail.flags].join(' ')})`)
      case 'INTERNALDATE':
        return Buffer.from(`INTERNALDATE ${internalDate(mail.at)}`)
      case 'RFC822.SIZE':
        return Buffer.from(`RFC822.SIZE ${mail.raw.length}`)
      default:
        return bodyOf(mail, item)
    }
  })
  const spaced = items.flatMap((item, at) => (at === 0 ? [item] : [Buffer.from(' '), item]))
  return Buffer.concat([Buffer.from(`* ${number} FETCH (`), ...spaced, Buffer.from(')\r\n')])
}
