export function CredentialsPage() {
  return null
}
