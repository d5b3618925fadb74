/** Six small sites with questions and known answers, which measure the sandbox model. */

export type Question = {
  ask: string
  /** What the answer must contain, all of it, in any case; `a|b` is either. `null`: the site does not say. */
  answer: readonly string[] | null
  /** For a yes-or-no question. An answer need not say it, but may not say the opposite. */
  verdict?: 'yes' | 'no'
}
export type Site = {
  name: string
  pages: readonly { title: string; text: string }[]
  /** The model may be changed to answer these. */
  tuning: readonly Question[]
  /** These only measure: the model is never changed because of one of them. */
  heldOut: readonly Question[]
}

const SHOP: Site = {
  name: 'online shop',
  pages: [
    {
      title: 'Shipping',
      text: `# Shipping

We ship to Germany, Austria, Switzerland, the Netherlands and Belgium. We do not ship to the United Kingdom or to addresses outside Europe.

Standard delivery takes 3 to 5 working days and costs €4.90. Orders of €60 or more are delivered free of charge. Express delivery arrives the next working day and costs €12.50; please order before 2 pm.

Every parcel is sent with DHL. As soon as it leaves our warehouse you receive an e-mail with a tracking link. Parcels can be sent to a parcel locker, but bicycles and kayaks are only delivered to your door.`,
    },
    {
      title: 'Returns and refunds',
      text: `# Returns and refunds

You can return items within 30 days of delivery, unused and in their original packaging. Return shipping is free within Germany; from other countries you pay the postage yourself. We refund the price to your original payment method within 7 days after the parcel has reached us.

Water bottles, socks and underwear cannot be returned once the seal is broken. To start a return, log in to your account, open the order and print the return label.

## Faulty items

All products come with a two-year warranty. If something breaks, send a photo to care@fernwood.example and we repair or replace it.`,
    },
    {
      title: 'Payment and gift cards',
      text: `We accept Visa, Mastercard, PayPal and bank transfer. We do not offer payment by invoice.

Gift cards are available in any amount from €10 to €250 and are valid for four years. A gift card cannot be exchanged for cash.`,
    },
    {
      title: 'About Fernwood',
      text: `Fernwood was founded in 2009 by Ingrid and Paul Lindqvist in Freiburg. Today a team of 23 people tests every product before it goes on sale.

Our showroom at Kaiserstraße 44 in Freiburg is open Tuesday to Saturday from 10 am to 6 pm. You can call our advice line on +49 761 555 0199, Monday to Friday from 9 am to 4 pm.`,
    },
  ],
  tuning: [
    { ask: 'Do you deliver to Sweden?', answer: ['Germany, Austria, Switzerland'], verdict: 'no' },
    { ask: 'Can I return something after 3 weeks?', answer: ['30 days'], verdict: 'yes' },
    { ask: 'Do you sell skis?', answer: null },
  ],
  heldOut: [
    { ask: 'Do you deliver to Austria?', answer: ['Austria'], verdict: 'yes' },
    { ask: 'Can you ship to the United Kingdom?', answer: ['do not ship to the United Kingdom'], verdict: 'no' },
    { ask: 'How much is shipping?', answer: ['€4.90'] },
    { ask: 'From what order value is delivery free?', answer: ['€60'] },
    { ask: 'I need it tomorrow, is there a faster delivery?', answer: ['next working day'] },
    { ask: 'It has been 6 weeks since delivery, can I still send it back?', answer: ['30 days'], verdict: 'no' },
    { ask: 'Who pays the postage for a return from Austria?', answer: ['from other countries you pay'] },
    { ask: 'How long until I get my money back?', answer: ['7 days'] },
    { ask: 'Can I return socks I have opened?', answer: ['cannot be returned'], verdict: 'no' },
    { ask: 'Can I pay by invoice?', answer: ['do not offer payment by invoice'], verdict: 'no' },
    { ask: 'how long is a gift card valid', answer: ['four years'] },
    { ask: 'My tent pole broke after a year. What now?', answer: ['two-year warranty|send a photo'] },
    { ask: 'Is the showroom open on Mondays?', answer: ['Tuesday to Saturday'], verdict: 'no' },
    { ask: "What's the phone number for advice?", answer: ['555 0199'] },
    { ask: 'Is there a student discount?', answer: null },
    { ask: 'Can I rent a kayak from you?', answer: null },
    { ask: 'What is your VAT number?', answer: null },
  ],
}

const DENTIST: Site = {
  name: 'dentist',
  pages: [
    {
      title: 'Opening hours and contact',
      text: `# Opening hours

- Monday: 8:00 – 12:00 and 14:00 – 18:00
- Tuesday: 8:00 – 12:00 and 14:00 – 18:00
- Wednesday: 8:00 – 13:00
- Thursday: 10:00 – 20:00
- Friday: 8:00 – 14:00

We are closed at weekends and on public holidays.

# Contact

Harbour Dental Practice, 18 Quay Street, Bristol. Telephone 0117 496 0123, e-mail reception@harbourdental.example. The practice is on the second floor and has a lift. There is no car park of our own; the nearest one is in Canon Street, three minutes on foot.`,
    },
    {
      title: 'Treatments and prices',
      text: `# Treatments

| Treatment | Price | Duration |
|---|---|---|
| Check-up | £55 | 20 minutes |
| Professional cleaning | £80 | 45 minutes |
| White filling | £120 | 30 minutes |
| Root canal treatment | £420 | 90 minutes |
| Whitening | £295 | 60 minutes |

Children under 12 are treated free of charge. We do not fit braces; for these we refer you to an orthodontist. Dental implants are placed by Dr Amara Osei, who has done so for fifteen years.`,
    },
    {
      title: 'Appointments',
      text: `# Appointments

New patients are welcome and usually get an appointment within two weeks. You can book online or by telephone. Please bring a list of your medicines and arrive ten minutes early to fill in the form.

If you cannot come, tell us at least 24 hours before. For appointments missed without notice we charge £30.

## Emergencies

If you have severe pain, call us at 8:00 and we will see you the same day. At night and at weekends call the emergency dental service on 111.

## Anxious patients

We offer laughing gas for patients who are afraid of treatment. General anaesthetic is not available at our practice.`,
    },
    {
      title: 'Payment and insurance',
      text: `You can pay by card or in cash after each visit. Treatments above £300 can be paid in up to six monthly instalments without interest. We work with all private insurers except Dentaway.`,
    },
  ],
  tuning: [
    { ask: 'Are you open on Saturday?', answer: ['closed at weekends'], verdict: 'no' },
    { ask: 'How much is a root canal?', answer: ['£420'] },
    { ask: 'Do you have a parking space?', answer: ['no car park|Canon Street'], verdict: 'no' },
  ],
  heldOut: [
    { ask: 'What time do you close on Thursdays?', answer: ['20:00'] },
    { ask: 'Can I come on Wednesday afternoon at 3 pm?', answer: ['8:00 – 13:00'], verdict: 'no' },
    { ask: 'How long does a cleaning take?', answer: ['45 minutes'] },
    { ask: 'What does whitening cost?', answer: ['£295'] },
    { ask: 'Do I have to pay for my 8-year-old daughter?', answer: ['under 12'] },
    { ask: 'Do you do braces?', answer: ['do not fit braces'], verdict: 'no' },
    { ask: 'Who does the implants?', answer: ['Osei'] },
    { ask: 'I have terrible toothache, what should I do?', answer: ['severe pain|111'] },
    { ask: 'What happens if I miss my appointment?', answer: ['£30'] },
    { ask: 'How soon can a new patient get an appointment?', answer: ['two weeks'] },
    { ask: 'Can I be treated under general anaesthetic?', answer: ['not available'], verdict: 'no' },
    { ask: 'Is there a lift?', answer: ['has a lift'], verdict: 'yes' },
    { ask: 'Can I pay in instalments?', answer: ['six monthly instalments'], verdict: 'yes' },
    { ask: 'Do you accept Dentaway insurance?', answer: ['except Dentaway'], verdict: 'no' },
    { ask: 'Do you treat dogs?', answer: null },
    { ask: 'How many dentists work at the practice?', answer: null },
    { ask: 'Can I get a job as a dental nurse?', answer: null },
  ],
}

const GYM: Site = {
  name: 'gym',
  pages: [
    {
      title: 'Membership',
      text: `# Memberships

There are three memberships:

- Flex: $59 per month, can be cancelled every month
- Year: $39 per month, runs for 12 months
- Student: $29 per month, runs for 6 months, with a valid student card

There is a one-time joining fee of $25. A membership can be paused for up to two months per year, for example after an injury. The notice period of the Year membership is one month before it ends.

You can try the gym for free for one day; just bring an ID card. The minimum age is 16. Members under 18 need the signature of a parent.`,
    },
    {
      title: 'Opening hours',
      text: `The gym is open every day from 6 am to 11 pm. On public holidays it closes at 6 pm. The sauna is open from 4 pm to 10 pm and is closed on Mondays. Our staff are on the floor Monday to Friday from 9 am to 9 pm.`,
    },
    {
      title: 'Classes and training',
      text: `# Classes

Yoga takes place on Tuesday and Thursday at 7 pm. Spinning is on Monday and Wednesday at 6 pm. Boxing for beginners is on Saturday at 10 am. All classes are included in the membership, but please book a place in the app, because each class has only 20 places. If you do not come three times without cancelling, you cannot book for two weeks.

# Personal training

A personal training session lasts 60 minutes and costs $70. A package of ten sessions costs $600. Every new member gets one introduction session for free.`,
    },
    {
      title: 'Facilities',
      text: `The gym has 1,800 square metres on two floors, with free weights, 60 machines and a women-only area. Lockers are free; bring your own padlock. Towels can be rented for $2. There is no swimming pool. Showers and drinking water are included. The gym is at 210 Mill Road, next to the bus station, and members park free for three hours in the garage below.`,
    },
  ],
  tuning: [
    { ask: 'Is there a pool?', answer: ['no swimming pool'], verdict: 'no' },
    { ask: 'How much is the Year membership?', answer: ['$39'] },
    { ask: 'I am 15, may I join?', answer: ['minimum age is 16'], verdict: 'no' },
  ],
  heldOut: [
    { ask: 'Which memberships do you have?', answer: ['Flex', 'Year', 'Student'] },
    { ask: 'Can I cancel monthly?', answer: ['Flex|cancelled every month'], verdict: 'yes' },
    { ask: 'What is the joining fee?', answer: ['$25'] },
    { ask: 'Can I pause my membership for 3 months?', answer: ['two months'], verdict: 'no' },
    { ask: 'Is there a trial day?', answer: ['free for one day'], verdict: 'yes' },
    { ask: 'Are you open on Sunday?', answer: ['every day'], verdict: 'yes' },
    { ask: 'Can I use the sauna on Monday?', answer: ['closed on Mondays'], verdict: 'no' },
    { ask: 'When is yoga?', answer: ['Tuesday and Thursday'] },
    { ask: 'Do classes cost extra?', answer: ['included in the membership'], verdict: 'no' },
    { ask: 'How many people can join a class?', answer: ['20 places'] },
    { ask: 'How much do ten personal training sessions cost?', answer: ['$600'] },
    { ask: 'Do I need to bring a lock?', answer: ['padlock'], verdict: 'yes' },
    { ask: 'Can I borrow a towel?', answer: ['Towels can be rented'], verdict: 'yes' },
    { ask: 'Where are you located?', answer: ['210 Mill Road'] },
    { ask: 'Do you have childcare?', answer: null },
    { ask: 'Who is the owner of the gym?', answer: null },
    { ask: 'Do you offer Pilates?', answer: null },
  ],
}

const HOTEL: Site = {
  name: 'hotel',
  pages: [
    {
      title: 'Rooms',
      text: `# Rooms

Hotel Alder has 42 rooms. A single room costs €89 per night, a double room €129 and a family room for four people €179. Breakfast is included in all prices. Every room has a shower, a desk and free Wi-Fi. Rooms on the third floor have a balcony with a view of the lake. Air conditioning is only available in the family rooms.

Extra beds cost €25 per night. Cots for babies are free. Smoking is not allowed in any room.`,
    },
    {
      title: 'Arrival and departure',
      text: `Check-in is from 3 pm. Check-out is until 11 am; a late check-out until 2 pm costs €20. The reception is open from 6:30 am to 11 pm. If you arrive later, we give you a code for the key box. Luggage can be left at the reception for free.

## Getting here

From the airport take bus 37 to Lakeside, which takes 35 minutes. The hotel is 400 metres from the railway station. A taxi from the airport costs about €45. Parking in our garage costs €14 per day, and there are four charging points for electric cars.`,
    },
    {
      title: 'Cancellation',
      text: `Bookings can be cancelled free of charge until 48 hours before arrival. After that we charge the first night. Bookings at the saver rate cannot be cancelled or changed. Groups of more than eight people have to pay a deposit of 30 %.`,
    },
    {
      title: 'Restaurant, spa and pets',
      text: `# Restaurant

Breakfast is served from 7 am to 10 am, at weekends until 11 am. The restaurant is open for dinner from Wednesday to Sunday, 6 pm to 10 pm. There are vegetarian and gluten-free dishes on the menu.

# Spa

The indoor pool is open from 7 am to 9 pm and free for guests. Children under 14 may use it only with an adult. A massage of 50 minutes costs €75 and has to be booked one day ahead.

# Pets

Dogs are welcome for €15 per night, but not in the restaurant. Cats and other animals are not allowed.`,
    },
  ],
  tuning: [
    { ask: 'Can I bring my cat?', answer: ['not allowed'], verdict: 'no' },
    { ask: 'I arrive at midnight. Is that a problem?', answer: ['key box|reception is open'] },
    { ask: 'Do you have a tennis court?', answer: null },
  ],
  heldOut: [
    { ask: 'How much is a double room?', answer: ['€129'] },
    { ask: 'Is breakfast included?', answer: ['Breakfast is included'], verdict: 'yes' },
    { ask: 'When is breakfast on Sunday?', answer: ['weekends until 11 am'] },
    { ask: 'What time is check-out?', answer: ['11 am'] },
    { ask: 'Can I check out at 1 pm?', answer: ['late check-out'] },
    {
      ask: 'Does the single room have air conditioning?',
      answer: ['only available in the family rooms'],
      verdict: 'no',
    },
    { ask: 'May I smoke in my room?', answer: ['not allowed'], verdict: 'no' },
    { ask: 'How do I get to the hotel from the airport?', answer: ['bus 37|taxi'] },
    { ask: 'How far is the train station?', answer: ['400 metres'] },
    { ask: 'Can I cancel one day before arrival for free?', answer: ['48 hours'], verdict: 'no' },
    { ask: 'Can I change a saver rate booking?', answer: ['cannot be cancelled or changed'], verdict: 'no' },
    { ask: 'Is the restaurant open on Tuesday evening?', answer: ['Wednesday to Sunday'], verdict: 'no' },
    { ask: 'Can my 10-year-old son swim alone?', answer: ['only with an adult'], verdict: 'no' },
    { ask: 'Can I charge my electric car?', answer: ['charging points'], verdict: 'yes' },
    { ask: 'Which rooms have a balcony?', answer: ['third floor'] },
    { ask: 'Do you have conference rooms?', answer: null },
    { ask: 'Is there a minibar in the room?', answer: null },
  ],
}

const SOFTWARE: Site = {
  name: 'software company',
  pages: [
    {
      title: 'Pricing',
      text: `# Pricing

Tallyboard is a time-tracking tool for small teams. It comes in three plans:

| Plan | Price per user and month | Projects | Support |
|---|---|---|---|
| Free | $0 | 3 | community forum |
| Team | $8 | 50 | e-mail, within one working day |
| Enterprise | $19 | unlimited | phone, within two hours |

The Free plan is limited to five users. If you pay yearly, you save 15 %. Non-profit organisations get 40 % off any plan.

You can test the Team plan for 30 days without a credit card. We accept credit cards and, from ten users on, payment by bank transfer.`,
    },
    {
      title: 'Help: account',
      text: `## How do I reset my password?

Click «Forgot password» on the login page. The link in the e-mail is valid for 20 minutes.

## How do I cancel?

Open Settings, then Billing, and click «Cancel subscription». Your plan stays active until the end of the billing period. We do not refund started months.

## How do I delete my data?

Write to privacy@tallyboard.example. We erase everything within 14 days.

## Can I export my data?

Yes, as CSV or Excel files, at any time and in every plan. PDF reports are only part of the Enterprise plan.`,
    },
    {
      title: 'Security and privacy',
      text: `All data is stored in data centres in Dublin and Stockholm. Connections are encrypted with TLS 1.3, and backups are made every four hours and kept for 60 days. Two-factor authentication is available in all plans; single sign-on is part of the Enterprise plan. We never sell data to third parties. Our last external security audit was in March 2025.`,
    },
    {
      title: 'Apps and integrations',
      text: `There are apps for iPhone and Android. The desktop app runs on Windows and macOS, but not on Linux. Tallyboard works offline and synchronises later. It connects with Jira, Slack and Google Calendar; a connection to Outlook is planned. The API allows 600 requests per minute. The interface is available in English, German, Spanish and Polish.`,
    },
  ],
  tuning: [
    { ask: 'We are 8 people, can we use the free plan?', answer: ['limited to five users'], verdict: 'no' },
    { ask: 'where is my data stored', answer: ['Dublin and Stockholm'] },
    { ask: 'Is there a Linux version?', answer: ['not on Linux'], verdict: 'no' },
    { ask: 'Who is the CEO?', answer: null },
  ],
  heldOut: [
    { ask: 'What does the Team plan cost?', answer: ['$8'] },
    { ask: 'How many projects can I have in the Team plan?', answer: ['Projects 50|50 projects'] },
    { ask: 'Which plan has phone support?', answer: ['Enterprise'] },
    { ask: 'Do charities get a discount?', answer: ['Non-profit'], verdict: 'yes' },
    { ask: 'Is there a free trial?', answer: ['30 days'], verdict: 'yes' },
    { ask: 'I forgot my password', answer: ['Forgot password'] },
    { ask: 'How long is the reset link valid?', answer: ['20 minutes'] },
    { ask: 'Will I get a refund if I cancel in the middle of the month?', answer: ['do not refund'], verdict: 'no' },
    { ask: 'Can I export to Excel?', answer: ['CSV or Excel'], verdict: 'yes' },
    { ask: 'Can I get PDF reports on the Team plan?', answer: ['only part of the Enterprise'], verdict: 'no' },
    { ask: 'How long do you keep backups?', answer: ['60 days'] },
    { ask: 'Does it work with Outlook?', answer: ['Outlook is planned'], verdict: 'no' },
    { ask: 'Is the interface available in French?', answer: ['English, German, Spanish and Polish'], verdict: 'no' },
    { ask: 'Can I use it without internet?', answer: ['works offline'], verdict: 'yes' },
    { ask: 'Do you have an affiliate programme?', answer: null },
    { ask: 'What is the weather in Dublin?', answer: null },
  ],
}

const LIBRARY: Site = {
  name: 'town library, in German',
  pages: [
    {
      title: 'Öffnungszeiten und Anfahrt',
      text: `# Öffnungszeiten

Die Stadtbücherei Lindau ist Dienstag bis Freitag von 10 bis 18 Uhr und samstags von 10 bis 14 Uhr geöffnet. Sonntags und montags ist geschlossen. In den Sommerferien schließen wir schon um 16 Uhr.

Sie finden uns am Marktplatz 3 in Lindau, direkt neben dem Rathaus. Der Eingang ist barrierefrei, im Haus gibt es einen Aufzug. Parkplätze haben wir nicht; das Parkhaus am Stadttor ist fünf Minuten entfernt.`,
    },
    {
      title: 'Anmeldung und Gebühren',
      text: `# Bibliotheksausweis

Für die Anmeldung brauchen Sie einen Personalausweis. Kinder unter 14 Jahren brauchen die Unterschrift der Eltern. Der Ausweis kostet 20 € im Jahr, ermäßigt 10 € für Studierende und Rentner. Für Kinder und Jugendliche bis 18 Jahre ist er kostenlos.

Wer seinen Ausweis verliert, bekommt für 5 € einen neuen.

# Gebühren

Bei verspäteter Rückgabe berechnen wir 0,50 € pro Medium und Tag. Bezahlen können Sie bar oder mit EC-Karte, nicht mit Kreditkarte.`,
    },
    {
      title: 'Ausleihe',
      text: `# Ausleihe

Bücher können Sie vier Wochen ausleihen, Filme und Spiele zwei Wochen. Sie dürfen bis zu 30 Medien gleichzeitig ausleihen. Die Leihfrist lässt sich zweimal verlängern, wenn niemand das Medium vorgemerkt hat. Verlängern können Sie online, am Telefon unter 08382 55501 oder vor Ort.

Lexika und Tageszeitungen kann man nur im Lesesaal lesen. Außerhalb der Öffnungszeiten können Sie Bücher in den Rückgabekasten am Eingang legen.

E-Books leihen Sie über die App «Onleihe» aus, und zwar für drei Wochen.`,
    },
    {
      title: 'Angebote',
      text: `Jeden Donnerstag um 16 Uhr lesen wir Kindern ab vier Jahren vor. Der Eintritt ist frei. Für Schulklassen bieten wir Führungen an, bitte melden Sie sich zwei Wochen vorher an.

Im ersten Stock stehen acht Computer mit Internet, die Nutzung ist für eine Stunde am Tag kostenlos. WLAN gibt es im ganzen Haus. Drucken kostet 10 Cent pro Seite. Essen ist im Lesesaal nicht erlaubt, Wasserflaschen schon.`,
    },
  ],
  tuning: [
    { ask: 'Haben Sie am Sonntag geöffnet?', answer: ['Sonntags und montags ist geschlossen'], verdict: 'no' },
    { ask: 'Kann ich ein Buch sechs Wochen behalten?', answer: ['vier Wochen'], verdict: 'no' },
    { ask: 'Was kostet der Ausweis?', answer: ['20 €'] },
    { ask: 'Verkaufen Sie auch Fahrkarten?', answer: null },
  ],
  heldOut: [
    { ask: 'Wann habt ihr am Samstag auf?', answer: ['samstags von 10 bis 14 Uhr'] },
    { ask: 'Wo ist die Bücherei?', answer: ['Marktplatz 3'] },
    { ask: 'Gibt es Parkplätze?', answer: ['Parkplätze haben wir nicht'], verdict: 'no' },
    { ask: 'Kommt man mit dem Rollstuhl hinein?', answer: ['barrierefrei'], verdict: 'yes' },
    { ask: 'Was muss ich zur Anmeldung mitbringen?', answer: ['Personalausweis'] },
    { ask: 'Muss meine 12-jährige Tochter für den Ausweis bezahlen?', answer: ['kostenlos'], verdict: 'no' },
    { ask: 'Ich habe meinen Ausweis verloren, was kostet ein neuer?', answer: ['für 5 €'] },
    { ask: 'Kann ich mit Kreditkarte zahlen?', answer: ['nicht mit Kreditkarte'], verdict: 'no' },
    { ask: 'Wie lange darf ich einen Film ausleihen?', answer: ['Filme und Spiele zwei Wochen'] },
    { ask: 'Wie viele Bücher kann ich auf einmal ausleihen?', answer: ['30 Medien'] },
    { ask: 'Wie oft kann man verlängern?', answer: ['zweimal'] },
    { ask: 'Kann ich Bücher zurückgeben, wenn geschlossen ist?', answer: ['Rückgabekasten'], verdict: 'yes' },
    { ask: 'Wann ist die Vorlesestunde für Kinder?', answer: ['Donnerstag um 16 Uhr'] },
    { ask: 'Darf ich im Lesesaal essen?', answer: ['nicht erlaubt'], verdict: 'no' },
    { ask: 'Gibt es ein Café in der Bücherei?', answer: null },
    { ask: 'Wie heißt der Bürgermeister von Lindau?', answer: null },
  ],
}

export const SITES: readonly Site[] = [SHOP, DENTIST, GYM, HOTEL, SOFTWARE, LIBRARY]
