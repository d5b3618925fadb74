/** The ids that an input may name; all of one tenant, or none that exist. */
export interface Names {
  readonly uid: string
  readonly workspaceSecret: string
  /** The address of an invited person. */
  readonly invited: string
  /** Another workspace of the same owner. */
  readonly spareUid: string
  readonly agentId: string
  readonly docId: string
  /** The text of its only chunk, and an earlier content of it. */
  readonly chunk: string
  readonly docVersionId: string
  readonly conversationId: string
  readonly turnId: string
  /** An older published version. */
  readonly versionId: string
  readonly testId: string
  /** A run of its tests, which has ended. */
  readonly runId: string
  readonly goldenId: string
  readonly themeId: string
  readonly leadId: string
  readonly otherLeadId: string
  /** The agency of the workspace, and an organisation with the agent and a client user who is its admin. */
  readonly agencyId: string
  readonly orgId: string
  /** Another client user of the organisation. */
  readonly clientId: string
  readonly keyId: string
  /** A metric that has judged the conversation. */
  readonly metricId: string
  readonly gapId: string
  readonly conflictId: string
  /** A stopped crawler job, and an address to start one with. */
  readonly crawlId: string
  /** A call with a recording. */
  readonly callId: string
  readonly campaignId: string
  /** A voice note that no message includes yet. */
  readonly attachmentId: string
  readonly site: string
  /** An event that could not be delivered. */
  readonly deliveryId: string
  /** A webhook endpoint besides the default one. */
  readonly endpointId: string
  /** The agency's account at the payment provider, and the organisation's customer and card. */
  readonly accountId: string
  readonly customerId: string
  readonly paymentMethodId: string
}
