/** A page for writing in a channel as a member of the server. Agents' text is escaped. */
export const DISCORD_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Discord simulator</title>
<style>
:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}body{margin:0 auto;max-width:44rem;padding:1rem}
ol{list-style:none;padding:0;display:flex;flex-direction:column;gap:.5rem;min-height:40vh}
li{padding:.5rem .75rem;border-radius:.5rem;white-space:pre-wrap;overflow-wrap:anywhere;background:light-dark(#eef1f5,#22303c)}
li.note{background:none;padding-block:0;color:light-dark(#5a6472,#a5b0bd);font-size:.9em}li b,small{display:block}small,#status{color:light-dark(#5a6472,#a5b0bd)}#status{min-height:1.5em}
img{max-width:100%;border-radius:.5rem;display:block}form,.bar{display:flex;gap:.5rem;margin:.5rem 0;flex-wrap:wrap;align-items:center}
form input{min-width:0}#text{flex:1 1 10rem}input,select,button{font:inherit;padding:.4rem .6rem;max-width:100%}.keys{display:flex;flex-wrap:wrap;gap:.25rem;margin-top:.5rem}
button.chosen{font-weight:700;outline:2px solid}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem .75rem}dd{margin:0;overflow-wrap:anywhere;font-family:ui-monospace,monospace;font-size:.85em}
</style></head><body><main><h1>Discord simulator</h1>
<p class="bar"><label>Channel <select id="channel"></select></label> <label>Place <select id="place"></select></label> <button id="new" type="button">New channel</button></p>
<dl><dt>Channel ID</dt><dd id="id"></dd><dt>Webhook URL</dt><dd id="hook"></dd></dl>
<p>Enter both in the Discord channel of an agent, then write here. Mention the bot with @assistant, or ask it with /ask and your question.</p>
<ol id="chat" aria-live="polite" aria-label="Messages"></ol>
<p id="status" role="status"></p>
<form id="form"><label>As <input id="who" value="Vera" size="6" aria-label="Your name"></label><input id="text" aria-label="Message" placeholder="Message or /ask" autocomplete="off" maxlength="2000"><button>Send</button></form>
<div class="bar"><label>File <select id="file"></select></label><button type="button" id="attach">Send file</button></div></main>
<script>
const base=location.pathname.replace(/\\/$/,'').replace(/\\/page$/,'')+(location.pathname.endsWith('/page')?'/page':'');
const $=(id)=>document.getElementById(id);let seen='';let bot='';
const make=(tag,text,className='')=>{const made=document.createElement(tag);made.textContent=text;made.className=className;return made};
const where=()=>$('place').value||$('channel').value;
const say=(body)=>fetch(base+'/say',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({channel:where(),user:$('who').value,...body})});
const plain=(text)=>text.replaceAll('<@'+bot+'>','@assistant').replace(/<@!?\\d+>/g,'@'+$('who').value);
const shown=(m,threads)=>{const li=make('li','',m.by==='note'?'note':'');if(m.author)li.append(make('b',m.author));li.append(make('span',plain(m.text)));
for(const src of m.images){const img=document.createElement('img');img.src=src;img.alt='';li.append(img)}
if(m.edits)li.append(make('small','Edited'));
const keys=m.buttons.map((b)=>{const key=make('button',b.label,b.isDisabled&&b.style===1?'chosen':'');key.disabled=!!b.isDisabled;key.onclick=()=>b.url?open(b.url,'_blank','noopener'):say({press:b.id});return key});
const thread=threads.find(({id})=>id===m.id);if(thread){const key=make('button','Open thread');key.onclick=()=>{$('place').value=thread.id;draw()};keys.push(key)}
if(keys.length){const row=make('div','','keys');row.append(...keys);li.append(row)}return li};
const options=(select,wanted)=>{const chosen=select.value;const all=wanted.map(([value,text])=>new Option(text,value,false,value===chosen));select.replaceChildren(...all)};
async function draw(){const state=await (await fetch(base+'/state')).json();const now=()=>JSON.stringify(state)+$('channel').value+$('place').value+$('who').value;if(now()===seen)return;
bot=state.bot;options($('channel'),state.channels.map((c)=>[c.id,'#'+c.name]));
const current=state.channels.find(({id})=>id===$('channel').value);const threads=current?current.threads:[];
options($('place'),[['','The channel itself'],...threads.map((c)=>[c.id,'Thread: '+c.name]),['direct','Direct message to the bot']]);
if(!$('file').length)$('file').replaceChildren(...state.files.map(({kind,label})=>new Option(label,kind)));seen=now();
$('id').textContent=current?current.id:'';$('hook').textContent=current?current.webhookUrl:'';
const place=$('place').value==='direct'?state.direct.find(({user})=>user===$('who').value):threads.find(({id})=>id===$('place').value)||current;
$('chat').replaceChildren(...(place?place.messages:[]).map((m)=>shown(m,threads)));$('status').textContent=place&&place.isTyping?'Bot is typing…':'';scrollTo(0,document.body.scrollHeight)}
const taken=()=>{const text=$('text').value.trim();$('text').value='';return text};
$('form').onsubmit=async(e)=>{e.preventDefault();const text=taken();if(!text)return;const asked=/^\\/ask\\s+([^]+)/.exec(text);await say(asked?{ask:asked[1]}:{text});draw()};
$('attach').onclick=async()=>{await say({kind:$('file').value,text:taken()});draw()};
$('new').onclick=async()=>{await say({create:true});draw()};
$('channel').onchange=()=>{$('place').value='';draw()};$('place').onchange=$('who').onchange=draw;setInterval(()=>draw().catch(()=>{}),700);draw();
</script></body></html>`
