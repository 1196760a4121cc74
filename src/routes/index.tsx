import { createFileRoute, redirect } from '@tanstack/react-router'
import { homeOf } from '#contract/route-access.ts'
import { screens } from '#contract/screens.ts'

export const Route = createFileRoute('/')({
  beforeLoad: ({ context: { session }, preload }) => {
    // Which home is a visitor's shows only after sign-in, so they come back to this address and not to the one below.
    if (!preload) session.send({ type: 'signIn.request', returnTo: '/' })
    throw redirect({ to: screens[homeOf([])].address, replace: true })
  },
  staticData: screens.home,
})
