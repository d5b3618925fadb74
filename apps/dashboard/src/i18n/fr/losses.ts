import type { Loss } from '../en/losses.ts'

export const losses: Readonly<Record<Loss, string>> = {
  'The picture is sent as a link.': 'L’image est envoyée comme lien.',
  'Of the picture only its description is said.': 'De l’image, seule la description est dite.',
  'Tables are shown as plain text.': 'Les tableaux s’affichent en texte brut.',
  'Formatting and addresses are not said.': 'La mise en forme et les adresses ne sont pas dites.',
  'Formatting is left out.': 'La mise en forme est laissée de côté.',
  'The text is sent as {count} messages.': 'Le texte est envoyé en {count} messages.',
  'Buttons that open an address become links in the text.':
    'Les boutons qui ouvrent une adresse deviennent des liens dans le texte.',
  'The options become a numbered list.': 'Les options deviennent une liste numérotée.',
  'Only {max} options fit: they become a numbered list.':
    'Seules {max} options tiennent : elles deviennent une liste numérotée.',
  'Only {max} buttons fit: the options become a list to open.':
    'Seuls {max} boutons tiennent : les options deviennent une liste à ouvrir.',
  'Labels of more than {max} characters are shortened; the full ones stand above.':
    'Les libellés de plus de {max} caractères sont raccourcis ; les complets figurent au-dessus.',
  'Addresses are not said.': 'Les adresses ne sont pas dites.',
  'Only the first {max} of {count} options are said at first.':
    'Seules les {max} premières options sur {count} sont d’abord dites.',
  'The options are said instead of shown.': 'Les options sont dites au lieu d’être affichées.',
  'The card becomes text.': 'La carte devient du texte.',
  'The card is sent in parts: it holds less text or fewer buttons here.':
    'La carte est envoyée en plusieurs parties : elle contient ici moins de texte ou de boutons.',
  'Only the names of the cards are said.': 'Seuls les noms des cartes sont dits.',
  'The cards become a numbered list.': 'Les cartes deviennent une liste numérotée.',
  'Cards side by side must have a picture and the same kinds of buttons: they stand below each other.':
    'Des cartes côte à côte doivent avoir une image et les mêmes types de boutons : elles sont placées l’une sous l’autre.',
  'The cards stand below each other.': 'Les cartes sont placées l’une sous l’autre.',
  'The page is not shown; only its title is said.': 'La page n’est pas affichée ; seul son titre est dit.',
  'The page becomes a link.': 'La page devient un lien.',
  'The form is asked one question after the other.': 'Le formulaire est posé question par question.',
  'The field becomes a question.': 'Le champ devient une question.',
  'A password would be typed in the open.': 'Un mot de passe serait saisi à découvert.',
  'Visitors can’t send a file here.': 'Les visiteurs ne peuvent pas envoyer de fichier ici.',
  'The file is not sent; only its name is said.': 'Le fichier n’est pas envoyé ; seul son nom est dit.',
  'The file becomes a link.': 'Le fichier devient un lien.',
  'Only the first {max} of {count} items are shown.': 'Seuls les {max} premiers éléments sur {count} sont affichés.',
  'Only the first {max} of {count} steps are read.': 'Seules les {max} premières étapes sur {count} sont lues.',
  'only the first {max} characters of the text are shown.':
    'seuls les {max} premiers caractères du texte sont affichés.',
  'only the first {max} of {count} buttons are shown.': 'seuls les {max} premiers boutons sur {count} sont affichés.',
  'only the first 10 of {count} cards are shown.': 'seules les 10 premières cartes sur {count} sont affichées.',
  '{count} items more than a message can hold are left out.':
    '{count} éléments de plus qu’un message ne peut contenir sont laissés de côté.',
  'Voiceflow would speak again after a silence; visitors are not reminded here.':
    'Voiceflow reprendrait la parole après un silence ; ici les visiteurs ne sont pas relancés.',
  'nothing leads on from «{name}»': 'rien ne mène au-delà de « {name} »',
  'the address {address} is neither of the agent, nor of a tool, nor of a passage; it is left out.':
    'l’adresse {address} ne vient ni de l’agent, ni d’un outil, ni d’un passage ; elle est laissée de côté.',
}
