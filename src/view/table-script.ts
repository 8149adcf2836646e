/**
 * The browser's part of a table: pages and sorting over the rows that the fragment carries. It is shipped as text,
 * runs in a notebook's output and needs nothing around it; without it (an untrusted notebook) the first page stays.
 */
export const TABLE_SCRIPT = `(function(root){
var data=JSON.parse(root.querySelector('script[type="application/json"]').textContent);
var body=root.querySelector('tbody'),heads=root.querySelectorAll('thead th'),status=root.querySelector('[role=status]');
var size=data.page,page=0,by=-1,down=false,order=data.rows.map(function(_,i){return i});
function draw(){
  var from=page*size,shown=order.slice(from,from+size);
  body.textContent='';
  shown.forEach(function(r){
    var line=document.createElement('tr');
    data.rows[r].forEach(function(text,c){
      var cell=document.createElement('td');
      var inner=cell;
      if(text.length>data.long){inner=document.createElement('div');inner.className='long';inner.tabIndex=0;cell.appendChild(inner)}
      inner.textContent=text;
      cell.className=(data.numeric[c]?'num ':'')+(text===data.missing?'none':'');
      line.appendChild(cell);
    });
    body.appendChild(line);
  });
  heads.forEach(function(head,c){head.setAttribute('aria-sort',c!==by?'none':down?'descending':'ascending')});
  status.textContent=order.length?(from+1)+'\\u2013'+(from+shown.length)+' of '+order.length+data.rest:'no rows';
  root.querySelector('[data-go="-1"]').disabled=page===0;
  root.querySelector('[data-go="1"]').disabled=from+size>=order.length;
}
heads.forEach(function(head,c){
  head.querySelector('button').addEventListener('click',function(){
    down=by===c?!down:false;by=c;page=0;
    var rank=data.ranks[c],last=data.rows.length;
    order.sort(function(a,b){
      var x=rank[a],y=rank[b];
      if(x===y)return a-b;
      if(x===last)return 1;
      if(y===last)return -1;
      return down?y-x:x-y;
    });
    draw();
  });
});
root.querySelectorAll('[data-go]').forEach(function(button){
  button.addEventListener('click',function(){page=Math.max(0,page+Number(button.dataset.go));draw()});
});
root.querySelector('input').addEventListener('input',function(event){
  var wanted=event.target.value.toLowerCase();page=0;
  var kept=data.rows.map(function(_,i){return i}).filter(function(r){
    return data.rows[r].some(function(text,c){return !data.numeric[c]&&text.toLowerCase().includes(wanted)});
  });
  order=wanted===''?data.rows.map(function(_,i){return i}):kept;
  if(by>=0){var again=heads[by].querySelector('button');down=!down;again.click()}else draw();
});
root.querySelector('nav').hidden=false;
draw();
})`;
