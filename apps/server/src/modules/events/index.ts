// What other modules use of events besides the service.
export * from './contacts.ts'
