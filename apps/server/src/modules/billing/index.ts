// What other modules use of billing besides its service: prices, plans and how work is metered.
export * from './metering.ts'
export * from './models.ts'
export * from './plans.ts'
export * from './prices.ts'
export * from './priority.ts'
export * from './transcription-price.ts'
export * from './vision-models.ts'
