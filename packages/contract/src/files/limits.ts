// Limits for visitors' files, and the file picker's types; a separate file to keep the chat small.

/** Decoded bytes of one file; 1 MB is 1,000,000 bytes. */
export const MAX_VISITOR_FILE_MB = 10
export const MAX_VISITOR_FILE_BYTES = MAX_VISITOR_FILE_MB * 1_000_000
export const MAX_FILES_OF_CONVERSATION = 20
/** Per agent. */
export const MAX_VISITOR_BYTES_OF_AGENT = 1_000_000_000
export const ACCEPTED_FILES = '.png,.jpg,.jpeg,.webp,.gif,.pdf,.txt,.docx,.xlsx'

/** Per message, and a visitor's uploads to an agent within 24 hours. */
export const MAX_ATTACHMENTS = 5
export const MAX_ATTACHMENTS_A_DAY = 20
/** Longer voice notes are not transcribed. */
export const MAX_VOICE_SECONDS = 300
