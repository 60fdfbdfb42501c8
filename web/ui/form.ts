import type { FormEvent } from 'react'

/**
 * What a form holds is read when it is sent and not kept on the way: a password manager may have filled it in
 * before the page was listening.
 */
export function onSend(send: (form: FormData) => void) {
  return (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    send(new FormData(event.currentTarget))
  }
}

/** The text of a field of a form. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
