/** Discord's validation of webhook bodies, by its OpenAPI document of November 2026. */
type Body = Readonly<Record<string, unknown>>
const KEYS = new Set([
  'content',
  'embeds',
  'components',
  'allowed_mentions',
  'username',
  'avatar_url',
  'tts',
  'flags',
  'thread_name',
  'attachments',
])
const isObject = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value)
const lengthOf = (value: unknown) => (typeof value === 'string' ? [...value].length : 0)
const isAddress = (value: unknown) => typeof value === 'string' && /^(?:https?|attachment):\/\/\S+$/.test(value)

/** The reason of a refusal; undefined for a valid body. */
export function faultOf(body: Body): string | undefined {
  for (const key of Object.keys(body)) if (!KEYS.has(key)) return `unknown field ${key}`
  const { content, embeds = [], components = [], username, avatar_url: avatar } = body
  if (content !== undefined && typeof content !== 'string') return 'content: must be a string'
  if (lengthOf(content) > 2000) return 'content: Must be 2000 or fewer in length.'
  if (typeof content === 'string' && !content.isWellFormed()) return 'content: must be well formed'
  if (!Array.isArray(embeds) || !Array.isArray(components)) return 'embeds and components are lists'
  if (lengthOf(content) === 0 && embeds.length === 0 && components.length === 0) return 'Cannot send an empty message'
  if (username !== undefined) {
    if (lengthOf(username) < 1 || lengthOf(username) > 80) return 'username: Must be between 1 and 80 in length.'
    if (/discord|clyde/i.test(String(username))) return 'username: Username cannot contain "discord"'
  }
  if (avatar !== undefined && (!isAddress(avatar) || lengthOf(avatar) > 2048))
    return 'avatar_url: Not a well formed URL.'
  return embedsFault(embeds as unknown[]) ?? rowsFault(components as unknown[])
}

function embedsFault(embeds: readonly unknown[]): string | undefined {
  if (embeds.length > 10) return 'embeds: Must be 10 or fewer in length.'
  let total = 0
  for (const embed of embeds) {
    if (!isObject(embed)) return 'embeds: must be objects'
    for (const [key, max] of [
      ['title', 256],
      ['description', 4096],
    ] as const) {
      total += lengthOf(embed[key])
      if (lengthOf(embed[key]) > max) return `embeds.${key}: Must be ${max} or fewer in length.`
    }
    if (Object.keys(embed).length === 0) return 'embeds: This field is required'
    if (embed.image !== undefined && !(isObject(embed.image) && isAddress(embed.image.url)))
      return 'embeds.image.url: Not a well formed URL.'
    if (embed.url !== undefined && !isAddress(embed.url)) return 'embeds.url: Not a well formed URL.'
  }
  return total > 6000 ? 'Embed size exceeds maximum size of 6000' : undefined
}

function rowsFault(rows: readonly unknown[]): string | undefined {
  if (rows.length > 5) return 'components: Must be 5 or fewer in length.'
  const ids = new Set<string>()
  for (const row of rows) {
    if (!isObject(row) || row.type !== 1 || !Array.isArray(row.components)) return 'components: must be action rows'
    const keys = row.components as unknown[]
    if (keys.length === 0 || keys.length > 5) return 'components: Must be between 1 and 5 in length.'
    for (const key of keys) {
      if (!isObject(key) || key.type !== 2) return 'components: only buttons are known here'
      if (lengthOf(key.label) < 1 || lengthOf(key.label) > 80) return 'label: Must be between 1 and 80 in length.'
      if (key.style === 5) {
        if (!isAddress(key.url) || lengthOf(key.url) > 512) return 'url: Scheme must be one of http, https, discord.'
        continue
      }
      const id = String(key.custom_id ?? '')
      if (id === '' || id.length > 100) return 'custom_id: Must be between 1 and 100 in length.'
      if (ids.has(id)) return 'custom_id: Component custom id cannot be duplicated'
      ids.add(id)
    }
  }
  return undefined
}

/** From https://docs.discord.com/developers/reference#locales */
const LOCALES = new Set(
  'id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko'.split(
    ' ',
  ),
)

/** The reason why commands are refused. */
export function commandsFaultOf(commands: unknown): string | undefined {
  if (!Array.isArray(commands)) return 'Only iterables may be used in a ListType'
  for (const command of commands as unknown[]) {
    if (!isObject(command) || !/^[-_\p{L}\p{N}]{1,32}$/u.test(String(command.name))) return 'name: invalid'
    const { description, description_localizations: localized = {}, options = [] } = command
    for (const text of [description, ...Object.values(localized as Body)])
      if (lengthOf(text) < 1 || lengthOf(text) > 100) return 'description: Must be between 1 and 100 in length.'
    for (const locale of Object.keys(localized as Body))
      if (!LOCALES.has(locale)) return `description_localizations.${locale}: Invalid locale`
    const fault = commandsFaultOf(options)
    if (fault !== undefined) return `options: ${fault}`
  }
  return undefined
}
