// The only reader of the process environment. Blank counts as absent.
export const ENV_NAMES = [
  'HOST',
  'PORT',
  'PUBLIC_URL',
  'DATA_DIR',
  'REGIONS',
  'LOG_LEVEL',
  'DATABASE_URL_IDENTITY',
  'DATABASE_URL_EU',
  'DATABASE_URL_NA',
  'REDIS_URL',
  'REDIS_URL_EU',
  'REDIS_URL_NA',
  'MASTER_KEY',
  'METRICS_TOKEN',
  'TRUSTED_PROXIES',
  'FIRST_BYTE_MS',
  'RATE_LIMIT_SCALE',
  'CREDIT_VALUE_USD',
  'BASE_WORKSPACE_SEATS',
  'OPENAI_API_KEY',
  'OPENAI_BASE_URL',
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_BASE_URL',
  'GOOGLE_API_KEY',
  'GOOGLE_BASE_URL',
  'EMBEDDING_MODEL',
  'TRANSCRIPTION_MODEL',
  'EMBEDDINGS',
  'OUTBOUND_ALLOW',
  'CRAWLER_OWN_DELAY_MS',
  'NEW_AGENT_HOOK_URL',
  'OPERATOR_NAME',
  'OPERATOR_ADDRESS',
  'OPERATOR_EMAIL',
  'OPERATOR_COUNTRY',
  'DOCS_URL',
  'COMMUNITY_URL',
  'AFFILIATE_URL',
  'LEGAL_REVIEWED',
  'LEGAL_DIR',
  'DEMO_AGENT_ID',
  'DEMO_AGENT_REGION',
  'SMTP_URL',
  'SMTP_URL_EU',
  'SMTP_URL_NA',
  'RESEND_API_KEY',
  'RESEND_API_KEY_EU',
  'RESEND_API_KEY_NA',
  'RESEND_BASE_URL',
  'MAIL_FROM',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_NAME',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
] as const
export type EnvName = (typeof ENV_NAMES)[number]
export type Env = Partial<Record<EnvName, string>>

export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const env: Env = {}
  for (const name of ENV_NAMES) {
    const value = source[name]?.trim()
    if (value) env[name] = value
  }
  return env
}
