/** What people can answer with by one press. */
export const REACTIONS = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const
