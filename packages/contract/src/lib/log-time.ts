/** Whether an ISO date or time can be compared with stored ones: PostgreSQL knows no year 0, and JavaScript writes years after 9999 with a sign. */
export const isLogTime = (time: string): boolean => time >= '1970' && time < '9999'
