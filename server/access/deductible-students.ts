import { and, or, type SQL, sql } from 'drizzle-orm'
import { contracts, operations, payments } from '#server/db/schema/contracts.ts'
import { keptIdentities } from '#server/db/schema/data-requests.ts'
import { taxCertificates } from '#server/db/schema/tax.ts'
import { accountsOf } from './joined-accounts.ts'
import { isContractVisibleTo, visibleStudents } from './visible-students.ts'

/**
 * Ids of the students for whom an applicant may ask for a certificate, as an array: the applicant, children whose contracts
 * the applicant sees, and children for whom the applicant has a contract.
 */
export function certifiableStudents(applicantId: string): SQL {
  const all = visibleStudents({ roleGroup: 'all', userId: applicantId }, 'seesContracts')
  const children = visibleStudents({ roleGroup: 'parent', userId: applicantId }, 'relation')
  return sql`array(
    select * from ${all} as seen
    union select ${contracts.studentId} from ${contracts}
    where ${contracts.customerId} = ${applicantId} and ${contracts.studentId} in ${children}
  )`
}

/**
 * Ids of the students whose payments an applicant may see as those of the tax deduction, as an array. A contract that the
 * applicant has signed stays, when the relation has ended with the certificates that are ready, when the data of the child
 * were erased while the documents are kept. Of an erased child also what the applicant paid without having signed stays, with
 * a certificate: the guardianship was erased with the child. The data of such a child do not stay.
 */
export function deductibleStudents(applicantId: string): SQL {
  return sql`array(
    select unnest(${certifiableStudents(applicantId)})
    union select ${contracts.studentId} from ${contracts}
    where ${contracts.customerId} = ${applicantId} and (${isOfErasedChild} or ${hasCertificate(applicantId, { isReady: true })})
    union select ${contracts.studentId} from ${contracts}
      join ${payments} on ${payments.contractId} = ${contracts.id}
      join ${operations} on ${operations.paymentId} = ${payments.id}
    where ${isOfKeptCertificate(applicantId)}
  )`
}

/** Condition on `contracts`: of a child whose data were erased, while the documents are kept. */
const isOfErasedChild = sql`${contracts.studentId} in (select ${keptIdentities.personId} from ${keptIdentities})`

/** Condition on `operations`. */
export function isPaidBy(applicantId: string): SQL {
  return sql`${operations.payerId} in ${accountsOf(applicantId)}`
}

/** Condition on `contracts`: the applicant has a certificate of the student. */
function hasCertificate(applicantId: string, { isReady }: { isReady: boolean }): SQL {
  return sql`exists (
    select from ${taxCertificates}
    where ${taxCertificates.applicantId} = ${applicantId} and ${taxCertificates.studentId} = ${contracts.studentId}
      and (${taxCertificates.state} = 'ready' or not ${isReady}::boolean)
  )`
}

/** Condition on `contracts` and `operations`: paid for an erased child by the applicant, who has a certificate of the child. */
function isOfKeptCertificate(applicantId: string): SQL {
  return sql`(${isOfErasedChild} and ${isPaidBy(applicantId)} and ${hasCertificate(applicantId, { isReady: false })})`
}

/** Condition on `contracts` and `operations`: for deductible students, of contracts that the applicant sees or of a kept certificate. */
export function isOfDeduction(applicantId: string): SQL | undefined {
  return and(
    sql`${contracts.studentId} = any(${deductibleStudents(applicantId)})`,
    or(isContractVisibleTo(applicantId), isOfKeptCertificate(applicantId)),
  )
}
