// Who may be told of a note.
import type { Person } from '@parlance/contract/conversations/schemas'

/**
 * Of the people who may open the conversation, those who may read the note: client users read the notes of their own org,
 * and only people of the workspace those that have none. `orgId`: of the author.
 */
export const mentionable = (people: readonly Person[], orgId: string | undefined): readonly Person[] =>
  people.filter(({ kind }) => kind === (orgId === undefined ? 'user' : 'client'))
