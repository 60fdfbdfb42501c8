import type { ReactNode } from 'react'
import { useTabTitle } from '../../hooks/page.ts'
import { Logo } from '../../ui/Logo.tsx'

/** What stands around every state of the page. */
export function Frame({ title, children }: { title: string; children: ReactNode }) {
  useTabTitle(title)
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-100 flex-col px-4 pt-[min(18dvh,9rem)] pb-10">
      <p className="mb-6 flex items-center gap-2.5 text-read font-semibold">
        <Logo />
        Meeting Appliance
      </p>
      <div className="rounded-md border border-line bg-surface px-5 py-6 sm:px-7">
        <h1 className="mb-4 text-lg font-semibold">{title}</h1>
        {children}
      </div>
    </main>
  )
}
