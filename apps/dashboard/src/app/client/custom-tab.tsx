// A custom tab of the agency: its page in a sandbox that communicates only by messages.
import { useComputedColorScheme } from '@mantine/core'
import { agencyFont, DEFAULT_PRIMARY, readCustomTheme } from '@parlance/contract/agencies/theme'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { RowSkeletons } from '../../components/feedback/skeletons.tsx'
import { useClientSession } from '../../features/client/use-client.ts'
import { errorText } from '../../lib/errors.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import classes from '../../features/client/client.module.css'

/** The token lasts five minutes. */
const RENEW_MS = 4 * 60_000

export default function CustomTabPage({ href }: { href: string }) {
  const { i18n } = useTranslation()
  const { api } = useScope()
  const { agency } = useClientSession()
  const scheme = useComputedColorScheme()
  const frame = useRef<HTMLIFrameElement>(null)
  const found = useQuery(api.agencies.openTab.queryOptions({ input: { href }, refetchInterval: RENEW_MS }))
  const opened = found.data?.data
  // Every response signs a new address; the frame keeps its first.
  const [src, setSrc] = useState<string>()
  if (opened && src === undefined) setSrc(opened.src)
  const language = i18n.language
  const tell = useEffectEvent(() => {
    if (!opened) return
    frame.current?.contentWindow?.postMessage(
      {
        type: 'dashboard:context',
        language,
        direction: i18n.dir(),
        theme: {
          scheme,
          primary: readCustomTheme(agency.customThemeJSONString).primary ?? DEFAULT_PRIMARY,
          fontFamily: agencyFont(agency.googleFont),
        },
        identity: { token: opened.identity, expiresAt: opened.expiresAt },
      },
      // A sandboxed page has no origin to target; only this frame receives it.
      '*',
    )
  })
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent<unknown>) => {
      if (source === frame.current?.contentWindow && (data as { type?: unknown } | null)?.type === 'tab:ready') tell()
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [])
  useEffect(() => {
    tell()
  }, [opened, language, scheme])
  useEffect(() => {
    if (opened) document.title = `${opened.label} · ${agency.name}`
  }, [opened, agency.name])
  if (found.error && !opened) return <ErrorMessage text={errorText(found.error)} onRetry={() => void found.refetch()} />
  if (!opened) return <RowSkeletons />
  return (
    <iframe
      ref={frame}
      className={classes.customTab}
      title={opened.label}
      src={src}
      sandbox="allow-scripts allow-forms allow-popups allow-downloads"
      referrerPolicy="no-referrer"
    />
  )
}
