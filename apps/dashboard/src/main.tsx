import '@fontsource-variable/dm-sans/opsz.css'
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './ui/global.css'
import { DirectionProvider, localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './i18n/i18n.ts'
import { makeQueryClient } from './query-client.ts'
import { makeRouter } from './routes.tsx'
import { cssVariables, theme } from './ui/theme.ts'
import { takeTokenFromAddress } from './url-secrets.ts'

takeTokenFromAddress()
const queryClient = makeQueryClient(() => router)
const router = makeRouter(queryClient)
// The same key is read by public/scheme.js before the first paint.
const schemes = localStorageColorSchemeManager({ key: 'parlance-color-scheme' })

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <DirectionProvider detectDirection>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={schemes}
        defaultColorScheme="auto"
      >
        <Notifications position="top-center" limit={3} />
        <QueryClientProvider client={queryClient}>
          <ModalsProvider>
            <RouterProvider router={router} />
          </ModalsProvider>
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  </StrictMode>,
)
