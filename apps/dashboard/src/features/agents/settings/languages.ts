/** Those the chat’s own sentences exist in; it speaks the visitor’s or English where an agent asks for another. */
export const CHAT_LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'ar'] as const
