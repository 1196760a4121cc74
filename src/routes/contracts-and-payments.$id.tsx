import { createFileRoute } from '@tanstack/react-router'
import { autopaysQuery, checkoutMethodsQuery, contractHistoryQuery, contractsQuery } from '#src/api/contracts.ts'
import { groupsQuery, groupTransfersQuery } from '#src/api/schedule.ts'
import { screenRoute } from '#src/app/screen-route.ts'
import { loadPage } from './-query/load-page.ts'

export const Route = createFileRoute('/contracts-and-payments/$id')({
  ...screenRoute('contracts-and-payments-detail', () => import('./-contracts-and-payments-detail/page.tsx')),
  loader: (args) =>
    loadPage(args, ({ isFamily, viewer, required, optional, ifOpen }) => {
      const { id } = args.params
      const withHistory = async () => {
        const contracts = await required(contractsQuery())
        if (contracts?.some(({ uuid }) => uuid === id)) await optional(contractHistoryQuery(id))
      }
      return [
        withHistory(),
        optional(checkoutMethodsQuery()),
        optional(autopaysQuery()),
        ...(isFamily
          ? [
              ifOpen('schedule-change', () => optional(groupsQuery(viewer))),
              ifOpen('schedule', () => optional(groupTransfersQuery())),
            ]
          : []),
      ]
    }),
})
