/** The ids that an input may name; all of one tenant, or none that exist. */
export interface Names {
  readonly uid: string
  readonly workspaceSecret: string
  /** Of somebody who is invited to the workspace. */
  readonly invited: string
  /** Of another workspace of the same owner. */
  readonly spareUid: string
  readonly agentId: string
  readonly docId: string
  /** The text of its only chunk, and an earlier content of it. */
  readonly chunk: string
  readonly docVersionId: string
  readonly conversationId: string
  readonly turnId: string
  /** Of an older published copy. */
  readonly versionId: string
  readonly testId: string
  /** Of its tests; not going on. */
  readonly runId: string
  readonly goldenId: string
  readonly themeId: string
  /** Two leads of the agent. */
  readonly leadId: string
  readonly otherLeadId: string
  /** Of the agency of the workspace, and of an organisation with a client user who is its admin and has the agent. */
  readonly agencyId: string
  readonly orgId: string
  /** Another client user of it. */
  readonly clientId: string
  /** Of an API key. */
  readonly keyId: string
  /** Of a measure that has judged the conversation. */
  readonly metricId: string
  readonly gapId: string
  readonly conflictId: string
  /** A job of the crawler that was stopped, and an address that one may begin with. */
  readonly crawlId: string
  /** Of a call with a recording. */
  readonly callId: string
  readonly campaignId: string
  /** Of a voice note that no message carries yet. */
  readonly attachmentId: string
  readonly site: string
  /** Of an event that could not be delivered. */
  readonly deliveryId: string
  /** Of a webhook endpoint besides the default one. */
  readonly endpointId: string
  /** Of the agency's account at the payment provider, and of the organisation's customer and card. */
  readonly accountId: string
  readonly customerId: string
  readonly paymentMethodId: string
}
