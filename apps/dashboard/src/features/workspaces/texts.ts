// Rules that forms of a workspace check before they ask the server; core/workspaces/members has them with the schema.

/** Longest name of a workspace. */
export const NAME_MAX = 60

/** One address is the other, however it is written. */
export const sameEmail = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase()
