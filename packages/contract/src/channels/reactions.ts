/** Quick reactions that people can choose from. */
export const REACTIONS = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const
