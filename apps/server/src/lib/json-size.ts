// Counts the values of a JSON text without parsing it: the cost of parsing depends on them, not on its length.
const QUOTE = 34
const COMMA = 44
const BACKSLASH = 92
const LIST = 91
const OBJECT = 123

/** Whether there are more than `most` lists, objects and entries. Undefined for invalid JSON. */
export function exceedsJsonValues(json: string, most: number): boolean {
  let values = 0
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) at = endOfText(json, at + 1)
    else if ((code === COMMA || code === LIST || code === OBJECT) && (values += 1) > most) return true
  }
  return false
}

function endOfText(json: string, from: number): number {
  for (let end = json.indexOf('"', from); end >= 0; end = json.indexOf('"', end + 1)) {
    let before = end - 1
    while (before >= from && json.charCodeAt(before) === BACKSLASH) before -= 1
    if ((end - before) % 2 === 1) return end
  }
  return json.length
}
