// What other modules use of conversations besides the service.
export { type Turn, turnText } from './turn/stream-parts.ts'
