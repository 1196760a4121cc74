import { sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { deductibleStudents } from '#server/access/deductible-students.ts'
import { selectFullName } from '#server/access/user-columns.ts'
import { isContractVisibleTo } from '#server/access/visible-students.ts'
import { billLines, bills } from '#server/db/schema/bills.ts'
import {
  autopayCharges,
  autopays,
  checkoutLines,
  checkouts,
  refundLines,
  refunds,
} from '#server/db/schema/checkouts.ts'
import {
  baskets,
  contractAgreements,
  contractStates,
  contracts,
  operations,
  payments,
} from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { campaigns, programs, studyGroups } from '#server/db/schema/programs.ts'
import { contractSignatures, signingAgreements } from '#server/db/schema/signatures.ts'
import { taxCertificates } from '#server/db/schema/tax.ts'
import { terminations } from '#server/db/schema/terminations.ts'
import { computed, isOwn, onlyIf, optional, type Scope, type Section } from './section.ts'

const isVisible = ({ userId }: Scope) => isContractVisibleTo(userId)
const nameOf = (id: PgColumn) =>
  computed(sql`(select coalesce(${selectFullName(users)}, '') from ${users} where ${users.id} = ${id})`, z.string())
const kopecks = z.int()

/** Contracts that the person may see, and what the person has paid, signed and asked for. */
export const moneySections = {
  contracts: {
    about: 'Contracts that the person may see. Sums are in kopecks.',
    tables: [contracts],
    fields: {
      id: contracts.id,
      number: contracts.number,
      status: contracts.status,
      concludedOn: contracts.concludedOn,
      studentId: contracts.studentId,
      student: nameOf(contracts.studentId),
      customer: nameOf(contracts.customerId),
      isCustomer: isOwn(contracts.customerId),
      program: programs.title,
      schoolYear: campaigns.schoolYear,
      group: optional(studyGroups.title),
      format: contracts.format,
      paymentScheme: contracts.paymentScheme,
      total: contracts.total,
      createdAt: contracts.createdAt,
    },
    from: sql`${contracts} join ${programs} on ${programs.id} = ${contracts.programId}
      join ${campaigns} on ${campaigns.id} = ${contracts.campaignId}
      left join ${studyGroups} on ${studyGroups.id} = ${contracts.groupId}`,
    where: isVisible,
    orderBy: sql`${contracts.createdAt}, ${contracts.id}`,
  },
  contractStates: {
    about: 'Changes of the status of these contracts.',
    tables: [contractStates],
    fields: { contract: contracts.number, status: contractStates.status, at: contractStates.at },
    from: sql`${contractStates} join ${contracts} on ${contracts.id} = ${contractStates.contractId}`,
    where: isVisible,
    orderBy: sql`${contractStates.at}, ${contractStates.id}`,
  },
  agreements: {
    about: 'Texts to which the person has agreed when a contract was made.',
    tables: [contractAgreements],
    fields: {
      contract: contracts.number,
      person: contractAgreements.person,
      version: contractAgreements.version,
      text: contractAgreements.text,
      hash: contractAgreements.hash,
      at: contractAgreements.at,
      address: contractAgreements.address,
    },
    from: sql`${contractAgreements} join ${contracts} on ${contracts.id} = ${contractAgreements.contractId}`,
    where: ({ own }) => sql`${contractAgreements.personId} in ${own}`,
    orderBy: sql`${contractAgreements.at}, ${contractAgreements.contractId}`,
  },
  signingAgreements: {
    about: 'Agreements of the person on the use of the electronic signature.',
    tables: [signingAgreements],
    fields: {
      person: signingAgreements.person,
      version: signingAgreements.version,
      text: signingAgreements.text,
      hash: signingAgreements.hash,
      at: signingAgreements.at,
      address: signingAgreements.address,
    },
    from: sql`${signingAgreements}`,
    where: ({ own }) => sql`${signingAgreements.personId} in ${own}`,
    orderBy: sql`${signingAgreements.at}, ${signingAgreements.hash}`,
  },
  signatures: {
    about: 'Electronic signatures of these contracts. Contact and address of the device only of the own ones.',
    tables: [contractSignatures],
    fields: {
      contract: contracts.number,
      side: contractSignatures.side,
      person: contractSignatures.person,
      isOwn: isOwn(contractSignatures.personId),
      method: contractSignatures.method,
      target: onlyIf(({ own }) => sql`${contractSignatures.personId} in ${own}`, contractSignatures.target),
      at: contractSignatures.at,
      address: onlyIf(({ own }) => sql`${contractSignatures.personId} in ${own}`, contractSignatures.address),
    },
    from: sql`${contractSignatures} join ${contracts} on ${contracts.id} = ${contractSignatures.contractId}`,
    where: isVisible,
    orderBy: sql`${contractSignatures.at}, ${contractSignatures.contractId}, ${contractSignatures.side}`,
  },
  payments: {
    about: 'Payments of these contracts as they are planned.',
    tables: [payments],
    fields: {
      id: payments.id,
      contract: contracts.number,
      position: payments.position,
      title: payments.title,
      kind: payments.kind,
      dueOn: payments.dueOn,
      amount: payments.amount,
      status: payments.status,
    },
    from: sql`${payments} join ${contracts} on ${contracts.id} = ${payments.contractId}`,
    where: isVisible,
    orderBy: sql`${contracts.createdAt}, ${contracts.id}, ${payments.position}`,
  },
  operations: {
    about: 'Money that arrived and went for these payments. The name of the payer only of the own ones.',
    tables: [operations],
    fields: {
      paymentId: operations.paymentId,
      contract: contracts.number,
      kind: operations.kind,
      amount: operations.amount,
      at: operations.at,
      isOwn: isOwn(operations.payerId),
      payerName: onlyIf(({ own }) => sql`${operations.payerId} in ${own}`, operations.payerName),
    },
    from: sql`${operations} join ${payments} on ${payments.id} = ${operations.paymentId}
      join ${contracts} on ${contracts.id} = ${payments.contractId}`,
    where: isVisible,
    orderBy: sql`${operations.at}, ${operations.id}`,
  },
  bills: {
    about: 'Bills for several payments that the person has asked for, one row for each payment.',
    tables: [bills, billLines],
    fields: {
      number: bills.number,
      createdAt: bills.createdAt,
      paymentId: billLines.paymentId,
      amount: billLines.amount,
    },
    from: sql`${billLines} join ${bills} on ${bills.id} = ${billLines.billId}
      join ${payments} on ${payments.id} = ${billLines.paymentId}
      join ${contracts} on ${contracts.id} = ${payments.contractId}`,
    where: (scope) => sql`${bills.payerId} in ${scope.own} and ${isVisible(scope)}`,
    orderBy: sql`${bills.number}, ${billLines.paymentId}`,
  },
  onlinePayments: {
    about: 'Attempts of the person to pay online.',
    tables: [checkouts, checkoutLines],
    fields: {
      id: checkouts.id,
      method: checkouts.method,
      state: checkouts.state,
      provider: checkouts.provider,
      amount: computed(
        sql`(select coalesce(sum(${checkoutLines.amount}), 0)::bigint from ${checkoutLines} where ${checkoutLines.checkoutId} = ${checkouts.id})`,
        kopecks,
      ),
      receiptUrl: checkouts.receiptUrl,
      createdAt: checkouts.createdAt,
      finishedAt: checkouts.finishedAt,
    },
    from: sql`${checkouts}`,
    where: ({ own }) => sql`${checkouts.payerId} in ${own}`,
    orderBy: sql`${checkouts.createdAt}, ${checkouts.id}`,
  },
  refunds: {
    about: 'Money of these attempts that was given back.',
    tables: [refunds, refundLines],
    fields: {
      onlinePaymentId: refunds.checkoutId,
      amount: refunds.amount,
      reason: refunds.reason,
      state: refunds.state,
      payments: computed(
        sql`(select coalesce(json_agg(${refundLines.paymentId}), '[]') from ${refundLines} where ${refundLines.refundId} = ${refunds.id})`,
        z.array(z.guid()),
      ),
      receiptUrl: refunds.receiptUrl,
      createdAt: refunds.createdAt,
      finishedAt: refunds.finishedAt,
    },
    from: sql`${refunds} join ${checkouts} on ${checkouts.id} = ${refunds.checkoutId}`,
    where: ({ own }) => sql`${checkouts.payerId} in ${own}`,
    orderBy: sql`${refunds.createdAt}, ${refunds.id}`,
  },
  automaticPayments: {
    about: 'Agreements of the person on automatic payments. The saved card is at the payment provider.',
    tables: [autopays],
    fields: {
      id: autopays.id,
      contract: contracts.number,
      state: autopays.state,
      cardDigits: autopays.cardDigits,
      fromOn: autopays.fromOn,
      agreedAt: autopays.agreedAt,
      agreedAddress: autopays.agreedAddress,
      endedAt: autopays.endedAt,
      endReason: autopays.endReason,
    },
    from: sql`${autopays} join ${contracts} on ${contracts.id} = ${autopays.contractId}`,
    where: ({ own }) => sql`${autopays.personId} in ${own}`,
    orderBy: sql`${autopays.agreedAt}, ${autopays.id}`,
  },
  automaticCharges: {
    about: 'Payments that were charged, or announced, by these agreements.',
    tables: [autopayCharges],
    fields: {
      agreementId: autopayCharges.autopayId,
      paymentId: autopayCharges.paymentId,
      amount: autopayCharges.amount,
      state: autopayCharges.state,
      chargeOn: autopayCharges.chargeOn,
      announcedAt: autopayCharges.announcedAt,
      finishedAt: autopayCharges.finishedAt,
    },
    from: sql`${autopayCharges} join ${autopays} on ${autopays.id} = ${autopayCharges.autopayId}`,
    where: ({ own }) => sql`${autopays.personId} in ${own}`,
    orderBy: sql`${autopayCharges.announcedAt}, ${autopayCharges.id}`,
  },
  terminations: {
    about: 'Ends of these contracts before their time. The address of the device only of the own ones.',
    tables: [terminations],
    fields: {
      contract: contracts.number,
      state: terminations.state,
      lastDay: terminations.lastDay,
      isOwn: isOwn(terminations.askedById),
      askedAt: terminations.askedAt,
      address: onlyIf(({ own }) => sql`${terminations.askedById} in ${own}`, terminations.address),
      given: terminations.given,
      toReturn: terminations.toReturn,
      due: terminations.due,
      documentNumber: terminations.documentNumber,
      endedAt: terminations.endedAt,
    },
    from: sql`${terminations} join ${contracts} on ${contracts.id} = ${terminations.contractId}`,
    where: isVisible,
    orderBy: sql`${terminations.askedAt}, ${terminations.id}`,
  },
  taxCertificates: {
    about: 'Tax certificates that the person has asked for.',
    tables: [taxCertificates],
    fields: {
      number: taxCertificates.number,
      year: taxCertificates.year,
      studentId: taxCertificates.studentId,
      amount: taxCertificates.amount,
      state: taxCertificates.state,
      requestedAt: taxCertificates.requestedAt,
      readyAt: taxCertificates.readyAt,
    },
    from: sql`${taxCertificates}`,
    where: ({ userId, own }) => sql`${taxCertificates.applicantId} in ${own}
      and ${taxCertificates.studentId} = any(${deductibleStudents(userId)})`,
    orderBy: sql`${taxCertificates.requestedAt}, ${taxCertificates.id}`,
  },
  baskets: {
    about: 'Purchases that the person has begun.',
    tables: [baskets],
    fields: {
      studentId: baskets.studentId,
      group: optional(studyGroups.title),
      price: baskets.price,
      paymentScheme: baskets.paymentScheme,
      createdAt: baskets.createdAt,
      droppedAt: baskets.droppedAt,
    },
    from: sql`${baskets} left join ${studyGroups} on ${studyGroups.id} = ${baskets.groupId}`,
    where: ({ own }) => sql`${baskets.filledById} in ${own}`,
    orderBy: sql`${baskets.createdAt}, ${baskets.id}`,
  },
} satisfies Record<string, Section>
