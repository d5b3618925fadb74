// Client-side validation of workspace forms; the server's is in core/workspaces/members.

export const NAME_MAX = 60

/** Compares e-mail addresses regardless of notation. */
export const sameEmail = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase()
