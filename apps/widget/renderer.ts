// The chat is written for React but rendered by Preact to stay small. Longer names come first.
export const preact = {
  'react/jsx-dev-runtime': 'preact/jsx-dev-runtime',
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react-dom/client': 'preact/compat/client',
  'react-dom': 'preact/compat',
  react: 'preact/compat',
} as const
