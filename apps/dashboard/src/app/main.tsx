import '@fontsource-variable/dm-sans/opsz.css'
import '@mantine/core/styles.layer.css'
import './global.css'
import { DirectionProvider, localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { setLanguage, startLanguage } from '../i18n/i18n.ts'
import { rememberEmail } from '../features/accounts/auth/last-email.ts'
import { makeQueryClient } from '../lib/query-client.ts'
import { makeRouter } from './routes.tsx'
import { Overlays } from '../components/overlay/overlays.tsx'
import { cssVariables, theme } from '../components/layout/theme.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { linkEmail, takeTokenFromAddress } from '../lib/url-secrets.ts'

takeTokenFromAddress()
rememberEmail(linkEmail())
const queryClient = makeQueryClient(() => router)
const router = makeRouter(queryClient)
// public/scheme.js reads the same key before the first paint.
const schemes = localStorageColorSchemeManager({ key: 'parlance-color-scheme' })

const page = (
  <StrictMode>
    <DirectionProvider detectDirection>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={schemes}
        defaultColorScheme="auto"
      >
        <QueryClientProvider client={queryClient}>
          <Overlays />
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  </StrictMode>
)

/** Slower translations arrive after the first render. */
const MOST_WAIT_MS = 3000
const tooLong = new Promise((resolve) => setTimeout(resolve, MOST_WAIT_MS))

// Renders in the user's language from the start.
void Promise.race([setLanguage(startLanguage()), tooLong]).then(() =>
  createRoot(document.getElementById('root') as HTMLElement).render(page),
)
// Nothing has the focus before that.
whenIdle(() => import('../components/overlay/restore-focus.ts').then(({ keepFocus }) => keepFocus()))
