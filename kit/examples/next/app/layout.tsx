import type { ReactNode } from 'react'

export const metadata = { title: 'Next.js example' }

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en" style={{ colorScheme: 'light dark', font: '1.05rem/1.5 system-ui' }}>
      <body>
        <main>{children}</main>
      </body>
    </html>
  )
}
