const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** Bytes at or above this limit are redrawn so that every character is equally likely. */
const LIMIT = 256 - (256 % ALPHABET.length)

export function randomId(length: number): string {
  let id = ''
  while (id.length < length) {
    const byte = nextByte()
    if (byte < LIMIT) id += ALPHABET[byte % ALPHABET.length]
  }
  return id
}

/** Drawn in batches, because each call of the generator costs as much as a thousand bytes; no byte is used twice. */
const pool = new Uint8Array(2048)
let used = pool.length
function nextByte(): number {
  if (used === pool.length) {
    crypto.getRandomValues(pool)
    used = 0
  }
  const byte = pool[used] ?? 0
  pool[used++] = 0
  return byte
}

/** The specification fixes the lengths of agent, document and workspace ids; the rest have at least 128 bits. */
export const newAgentId = () => randomId(16)
export const newDocumentId = () => randomId(10)
export const newWorkspaceUid = () => randomId(15)
export const newConversationId = () => randomId(24)
export const newTurnId = () => randomId(24)
export const newMessageId = () => randomId(24)
export const newVisitorId = () => `vis_${randomId(28)}`
/** About 119 bits. */
export const newSecretKey = () => `vg_${randomId(20)}`
export const newAgencySecret = () => randomId(25)
export const newApiKey = () => `pk_${randomId(40)}`

export const newAgencyId = () => randomId(20)
export const newOrgId = () => randomId(20)
/** Also used for generated client passwords. */
export const newClientId = () => randomId(15)
export const newClientPassword = () => randomId(15)
export const newClientToken = () => `cli_${randomId(40)}`
/** Consumed by a link in a mail, or by a sign-in with a valid code. */
export const newClientLinkToken = () => `cln_${randomId(32)}`

export const AGENCY_SECRET = /^[A-Za-z0-9]{25}$/
export const CLIENT_TOKEN = /^cli_[A-Za-z0-9]{40}$/
export const CLIENT_LINK_TOKEN = /^cln_[A-Za-z0-9]{32}$/
export const SECRET_KEY = /^vg_[A-Za-z0-9]{20}$/
export const API_KEY = /^pk_[A-Za-z0-9]{40}$/
export const VISITOR_KEY = /^vis_[A-Za-z0-9]{28}$/
/** Begins the key of a visitor named by `user` of the OpenAI-compatible API. Names aren't secret, so it opens nothing. */
export const OPENAI_VISITOR = 'openai:'
