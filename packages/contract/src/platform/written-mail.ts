// Limits of mails written in the sandbox; a separate file, so that the page loads no schemas.
export const MAX_WRITTEN_FILES = 5
/** For all files together; 1 MB is 1,000,000 bytes. */
export const MAX_WRITTEN_MB = 15
