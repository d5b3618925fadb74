// Sixty pairs of passages from two documents of one knowledge base, labelled as a person would judge them.
export type Label = 'contradict' | 'agree' | 'unrelated'

export interface LabelledPair {
  readonly language: 'en' | 'de'
  readonly label: Label
  readonly a: readonly [title: string, text: string]
  readonly b: readonly [title: string, text: string]
}

const pair =
  (language: LabelledPair['language'], label: Label) =>
  (a: LabelledPair['a'], b: LabelledPair['b']): LabelledPair => ({ language, label, a, b })

const contradictEn = pair('en', 'contradict')
const contradictDe = pair('de', 'contradict')
const agreeEn = pair('en', 'agree')
const agreeDe = pair('de', 'agree')
const unrelatedEn = pair('en', 'unrelated')
const unrelatedDe = pair('de', 'unrelated')

export const PAIRS: readonly LabelledPair[] = [
  contradictEn(
    ['Returns', 'Changed your mind? Unworn shoes can be returned within 30 days of delivery.'],
    ['FAQ', 'Unworn shoes can be returned within 14 days of delivery. We refund the purchase price.'],
  ),
  contradictEn(
    ['Shipping', 'We ship from our warehouse in Leeds. Standard shipping costs £4.95.'],
    ['Checkout help', 'Standard shipping costs £3.95 and is shown before you pay.'],
  ),
  contradictEn(
    ['Visit us', 'The gallery is open Tuesday to Sunday from 10:00 to 18:00.'],
    ['Contact', 'The gallery is open Tuesday to Sunday from 11:00 to 18:00. Groups are asked to book.'],
  ),
  contradictEn(
    ['House rules', 'Pets are allowed in all holiday cottages.'],
    ['Booking questions', 'Can I bring my dog? Pets are not allowed in the holiday cottages.'],
  ),
  contradictEn(
    ['Membership', 'The notice period for a gym membership is four weeks.'],
    ['Terms', 'You may leave at any time. The notice period for a gym membership is three months.'],
  ),
  contradictEn(
    ['Product sheet Aurora lamp', 'The Aurora lamp comes with a warranty of 5 years.'],
    ['Warranty', 'Aurora lamp: warranty of 2 years. Keep the receipt.'],
  ),
  contradictEn(
    ['Rooms', 'Breakfast is included in the price of every room.'],
    ['Prices', 'Breakfast is not included in the price of the rooms.'],
  ),
  contradictEn(
    ['Parking', 'Parking behind the hotel is free for guests.'],
    ['Getting here', 'Parking behind the hotel costs $12 per night.'],
  ),
  contradictEn(
    ['Courses', 'Each pottery course has room for 8 participants. Clay is included.'],
    ['Pottery', 'A pottery course has room for 12 participants.'],
  ),
  contradictEn(
    ['Deposit', 'A deposit of 20% is due when you book the boat.'],
    ['Payment', 'When you book the boat, a deposit of 30 percent is due. We accept cards.'],
  ),
  contradictEn(
    ['Support', 'Our support team answers e-mails within 24 hours.'],
    ['Service levels', 'E-mails are answered by our support team within 2 days.'],
  ),
  contradictEn(
    ['Summer camp', 'Registration for the summer camp closes on 15 May 2026.'],
    ['Dates', 'Registration for the summer camp closes on May 31, 2026.'],
  ),
  contradictEn(
    ['Pool', 'Children under 12 swim for free, everyone else needs a ticket. The pool is closed on Mondays.'],
    ['Opening hours', 'The pool is open on Mondays.'],
  ),
  contradictEn(
    ['Gift cards', 'Gift cards are valid for 3 years.'],
    ['FAQ', 'How long are gift cards valid? They expire one year after purchase.'],
  ),
  contradictDe(
    ['Rückgabe', 'Ungetragene Ware kann innerhalb von 30 Tagen zurückgegeben werden.'],
    ['Häufige Fragen', 'Ungetragene Ware kann innerhalb von 14 Tagen zurückgegeben werden.'],
  ),
  contradictDe(
    ['Öffnungszeiten', 'Die Praxis ist montags bis freitags von 8 bis 16 Uhr geöffnet.'],
    ['Kontakt', 'Die Praxis ist Montag bis Freitag von 8 bis 18 Uhr geöffnet. Rufen Sie vorher an.'],
  ),
  contradictDe(
    ['Haustiere', 'Hunde sind in den Ferienwohnungen erlaubt.'],
    ['Hausordnung', 'Hunde sind in den Ferienwohnungen nicht erlaubt. Ab 22 Uhr gilt Nachtruhe.'],
  ),
  contradictDe(
    ['Versand', 'Der Versand nach Österreich kostet 6,90 €.'],
    ['Lieferung', 'Der Versand nach Österreich kostet 9,90 Euro. Wir liefern mit der Post.'],
  ),
  contradictDe(
    ['Mitgliedschaft', 'Die Kündigungsfrist der Mitgliedschaft beträgt 4 Wochen.'],
    ['AGB', 'Die Kündigungsfrist der Mitgliedschaft beträgt 3 Monate zum Jahresende.'],
  ),
  contradictDe(
    ['Garantie', 'Auf alle Fahrräder geben wir 5 Jahre Garantie.'],
    ['Werkstatt', 'Auf alle Fahrräder geben wir 2 Jahre Garantie. Die Inspektion ist kostenlos.'],
  ),
  contradictDe(
    ['Parken', 'Das Parken am Hotel ist kostenlos.'],
    ['Anreise', 'Das Parken am Hotel kostet 10 Euro pro Nacht.'],
  ),
  contradictDe(
    ['Kurse', 'Am Kochkurs können 10 Personen teilnehmen.'],
    ['Kochschule', 'Am Kochkurs können 16 Personen teilnehmen. Schürzen sind vorhanden.'],
  ),
  contradictDe(
    ['Stornierung', 'Eine Stornierung ist bis 48 Stunden vor der Anreise kostenlos.'],
    ['Buchung', 'Eine Stornierung ist bis 7 Tage vor der Anreise kostenlos.'],
  ),
  contradictDe(
    ['Hallenbad', 'Das Hallenbad ist sonntags geschlossen.'],
    ['Wochenende', 'Das Hallenbad ist sonntags geöffnet.'],
  ),

  agreeEn(
    ['Returns', 'Shoes can be returned within two weeks of delivery.'],
    ['FAQ', 'You have 14 days from delivery to return shoes.'],
  ),
  agreeEn(
    ['Visit us', 'The gallery is open from 10 am to 6 pm.'],
    ['Contact', 'Opening hours of the gallery: 10:00–18:00.'],
  ),
  agreeEn(
    ['Shipping', 'Standard shipping costs £4.95 and takes 3 days.'],
    ['Delivery', 'Standard shipping takes 3 days. Orders over £50 are sent free of charge.'],
  ),
  agreeEn(
    ['Weight', 'The parcel limit is 2 kg.'],
    ['Parcels', 'Parcels may weigh no more than 2000 g. That is the parcel limit.'],
  ),
  agreeEn(
    ['House rules', 'Smoking is forbidden in the cottages.'],
    ['FAQ', 'Smoking is not allowed in the cottages. There is a bench outside.'],
  ),
  agreeEn(
    ['Deposit', 'A deposit of 20% is due when you book.'],
    ['Payment', 'When you book, a deposit of 20 percent is due; the other 80 percent are due on arrival.'],
  ),
  agreeEn(['Training', 'The training lasts 90 minutes.'], ['Timetable', 'The training lasts one and a half hours.']),
  agreeEn(
    ['Trial', 'The free trial lasts 30 days.'],
    ['Plans', 'The free trial lasts thirty days and ends by itself. No card is needed.'],
  ),
  agreeEn(['Camp', 'Registration closes on 15 May.'], ['Dates', 'Registration closes on May 15, 2026.']),
  agreeEn(
    ['Pets', 'Dogs are welcome in the garden.'],
    ['House rules', 'Dogs are allowed in the garden, but not in the dining room.'],
  ),
  agreeDe(
    ['Rückgabe', 'Die Rückgabe ist innerhalb von 14 Tagen möglich.'],
    ['Fragen', 'Die Rückgabe ist innerhalb von zwei Wochen möglich.'],
  ),
  agreeDe(
    ['Öffnungszeiten', 'Die Praxis ist von 8 bis 16 Uhr geöffnet.'],
    ['Kontakt', 'Geöffnet ist die Praxis von 8:00 bis 16:00 Uhr.'],
  ),
  agreeDe(['Preise', 'Die Tageskarte kostet 1.250,00 €.'], ['Tickets', 'Die Tageskarte kostet 1250 Euro.']),
  agreeDe(
    ['Kurs', 'Der Kurs dauert eine halbe Stunde.'],
    ['Ablauf', 'Der Kurs dauert 30 Minuten und findet im Saal statt.'],
  ),
  agreeDe(
    ['Hausordnung', 'Rauchen ist in den Zimmern verboten.'],
    ['Fragen', 'Rauchen ist in den Zimmern nicht erlaubt.'],
  ),
  agreeDe(
    ['Versand', 'Der Versand kostet 4,90 €. Ab 50 € ist der Versand kostenlos.'],
    ['Fragen', 'Der Versand kostet 4,90 Euro; ab einem Bestellwert von 50 Euro ist er kostenlos.'],
  ),
  agreeDe(['Gewicht', 'Das Zelt wiegt 1,5 kg.'], ['Zelt', 'Das Zelt wiegt 1500 g.']),
  agreeDe(
    ['Abholung', 'Bestellungen können samstags abgeholt werden.'],
    ['Laden', 'Bestellungen können freitags und samstags abgeholt werden, sonntags nicht.'],
  ),

  unrelatedEn(['Shipping', 'Standard delivery takes 3 to 5 days.'], ['Express', 'Express delivery takes 1 day.']),
  unrelatedEn(
    ['Tent Ridge', 'The tent sleeps 2 people and weighs 1.8 kg.'],
    ['Tent Valley', 'The tent sleeps 4 people and weighs 3.1 kg.'],
  ),
  unrelatedEn(
    ['Summer hours', 'In summer the beach café is open until 22:00.'],
    ['Winter hours', 'In winter the beach café is open until 18:00.'],
  ),
  unrelatedEn(['Adults', 'A day pass for adults costs $45.'], ['Children', 'A day pass for children costs $25.']),
  unrelatedEn(
    ['Aurora lamp', 'The battery of the Aurora lamp lasts 12 hours.'],
    ['Borealis lamp', 'The battery of the Borealis lamp lasts 20 hours.'],
  ),
  unrelatedEn(['Leeds', 'The shop in Leeds is open on Sundays.'], ['York', 'The shop in York is closed on Sundays.']),
  unrelatedEn(['Aurora', 'The warranty is 5 years.'], ['Borealis', 'The warranty is 2 years.']),
  unrelatedEn(['Sauna', 'Towels for the sauna are free.'], ['Pool', 'Towels for the pool cost €3.']),
  unrelatedEn(
    ['Hotel North', 'The rooftop bar of the hotel opens at 18:00 every evening.'],
    ['Hotel South', 'The rooftop bar of the hotel opens at 20:00 every evening.'],
  ),
  unrelatedDe(
    ['Nebensaison', 'In der Nebensaison kostet das Doppelzimmer 89 €.'],
    ['Hauptsaison', 'In der Hauptsaison kostet das Doppelzimmer 129 €.'],
  ),
  unrelatedDe(
    ['Österreich', 'Der Versand nach Österreich dauert 3 Tage.'],
    ['Schweiz', 'Der Versand in die Schweiz dauert 6 Tage.'],
  ),
  unrelatedDe(
    ['Kinder', 'Der Eintritt für Kinder beträgt 4 Euro.'],
    ['Erwachsene', 'Der Eintritt für Erwachsene beträgt 9 Euro.'],
  ),
  unrelatedDe(['Modell Falke', 'Der Akku hält 60 km.'], ['Modell Adler', 'Der Akku hält 110 km.']),
  unrelatedDe(['Restaurant', 'Das Restaurant ist montags geschlossen.'], ['Bar', 'Die Bar ist montags geöffnet.']),
  unrelatedDe(
    ['Sommer', 'Im Sommer öffnet der Kletterpark um 9 Uhr.'],
    ['Winter', 'Im Winter öffnet der Kletterpark um 11 Uhr.'],
  ),
  unrelatedDe(
    ['Wandern', 'Das Mindestalter für die Wanderung beträgt 6 Jahre.'],
    ['Klettern', 'Das Mindestalter für die Klettertour beträgt 12 Jahre.'],
  ),
  unrelatedDe(['Zugspitze', 'Die Fahrt dauert 20 Minuten.'], ['Nebelhorn', 'Die Fahrt dauert 35 Minuten.']),
  unrelatedDe(['Anmeldung', 'Die Anmeldung beginnt am 1. März.'], ['Fristen', 'Die Anmeldung endet am 30. April.']),
]
